import assert from 'node:assert/strict';
import {test} from 'node:test';
import {followedChangeText} from './followed-change-text.ts';

const text = (change: Parameters<typeof followedChangeText>[0]) =>
  followedChangeText(change, name => name.toUpperCase());

test('what happened is said in words', () => {
  const term = {name: 'Revenue'};
  assert.deepEqual(
    [
      text({action: 'ENTITY_UPDATE', attributes: ['owner', 'comment']}),
      text({action: 'ENTITY_UPDATE'}),
      text({action: 'ENTITY_IMPORT_CREATE'}),
      text({action: 'ENTITY_PURGE'}),
      text({action: 'CLASSIFICATION_ADD', classification: 'PII'}),
      text({action: 'PROPAGATED_CLASSIFICATION_DELETE', classification: 'PII'}),
      text({action: 'TERM_ADD', term}),
      text({action: 'TERM_DELETE'}),
      text({action: 'LABEL_DELETE'}),
      text({action: 'BUSINESS_ATTRIBUTE_UPDATE'}),
      text({action: 'CUSTOM_ATTRIBUTE_UPDATE'}),
    ],
    [
      'Updated: OWNER, COMMENT',
      'Updated',
      'Created',
      'Deleted permanently',
      'PII added',
      'Propagated PII removed',
      'Term Revenue added',
      'Term removed',
      'Labels removed',
      'Business metadata updated',
      'Custom properties updated',
    ],
  );
});
