"""Glossaries with terms and categories."""

from apache_atlas.model.glossary import (
    AtlasGlossary,
    AtlasGlossaryCategory,
    AtlasGlossaryHeader,
    AtlasGlossaryTerm,
    AtlasRelatedCategoryHeader,
    AtlasRelatedTermHeader,
)
from apache_atlas.model.instance import AtlasRelatedObjectId

from world import client, fails_with, guids, sends_no_body, sends_nothing


def a_glossary_is_built_and_read():
    glossary = client.glossary.create_glossary(AtlasGlossary({"name": "py_glossary", "language": "en"}))
    anchor = AtlasGlossaryHeader({"glossaryGuid": glossary.guid})
    guids["glossary"] = glossary.guid
    fails_with(409, "ATLAS-409-00-007", lambda: client.glossary.create_glossary(AtlasGlossary({"name": "py_glossary"})))
    term = client.glossary.create_glossary_term(AtlasGlossaryTerm({"name": "revenue", "anchor": anchor}))
    assert term.qualifiedName == "revenue@py_glossary" and term.anchor.glossaryGuid == glossary.guid
    synonym = AtlasGlossaryTerm({"name": "turnover", "anchor": anchor})
    synonym.synonyms = [AtlasRelatedTermHeader({"termGuid": term.guid, "description": "the same", "status": "ACTIVE"})]
    [synonym] = client.glossary.create_glossary_terms([synonym])
    guids["term"], guids["synonym"] = term.guid, synonym["guid"]
    parent = client.glossary.create_glossary_category(AtlasGlossaryCategory({"name": "finance", "anchor": anchor}))
    child = AtlasGlossaryCategory({"name": "sales", "anchor": anchor})
    child.parentCategory = AtlasRelatedCategoryHeader({"categoryGuid": parent.guid})
    child.terms = [AtlasRelatedTermHeader({"termGuid": term.guid})]
    child = client.glossary.create_glossary_category(child)
    assert child.qualifiedName == "sales.finance@py_glossary", child.qualifiedName
    guids["parent"], guids["child"] = parent.guid, child.guid
    read = client.glossary.get_glossary_term(term.guid)
    assert [one.termGuid for one in read.synonyms] == [guids["synonym"]]
    assert [one.categoryGuid for one in read.categories] == [child.guid]
    assert len(client.glossary.get_glossary_ext_info(glossary.guid).termInfo) == 2
    assert len(client.glossary.get_glossary_by_guid(glossary.guid).categories) == 2
    assert any(one["guid"] == glossary.guid for one in client.glossary.get_all_glossaries())
    page = client.glossary.get_glossary_terms(glossary.guid, "DESC", 1, 0)
    assert [one["name"] for one in page] == ["turnover"]
    headers = client.glossary.get_glossary_term_headers(glossary.guid, "ASC", -1, 0)
    assert [one["displayText"] for one in headers] == ["revenue", "turnover"]
    assert len(client.glossary.get_glossary_categories(glossary.guid, "ASC", -1, 0)) == 2
    assert len(client.glossary.get_glossary_category_headers(glossary.guid, "ASC", -1, 0)) == 2
    assert [one["termGuid"] for one in client.glossary.get_category_terms(child.guid, "ASC", -1, 0)] == [term.guid]
    assert list(client.glossary.get_related_terms(term.guid, "ASC", -1, 0)) == ["synonyms"]
    assert list(client.glossary.get_related_categories(child.guid, "ASC", -1, 0)) == ["parent"]
    assert client.glossary.get_glossary_category(child.guid).parentCategory.categoryGuid == parent.guid


def a_term_is_changed_and_assigned():
    term = client.glossary.get_glossary_term(guids["term"])
    term.shortDescription = "what comes in"
    updated = client.glossary.update_glossary_term_by_guid(term.guid, term)
    assert updated.shortDescription == "what comes in" and len(updated.synonyms) == 1
    glossary = client.glossary.get_glossary_by_guid(guids["glossary"])
    glossary.usage = "everywhere"
    assert client.glossary.update_glossary_by_guid(glossary.guid, glossary).usage == "everywhere"
    sends_no_body(lambda: client.glossary.partial_update_glossary_by_guid(glossary.guid, {"language": "de"}))
    sends_no_body(lambda: client.glossary.partial_update_term_by_guid(term.guid, {"usage": "often"}))
    category = client.glossary.get_glossary_category(guids["child"])
    sends_no_body(lambda: client.glossary.update_glossary_category_by_guid(category.guid, category))
    more = AtlasGlossaryCategory({"name": "more", "anchor": category.anchor})
    sends_nothing(ValueError, lambda: client.glossary.create_glossary_categories([more]))
    renamed = client.glossary.partial_update_category_by_guid(guids["parent"], {"shortDescription": "money"})
    assert renamed.shortDescription == "money"
    client.glossary.assign_term_to_entities(term.guid, [AtlasRelatedObjectId({"guid": guids["table"]})])
    assigned = client.glossary.get_entities_assigned_with_term(term.guid, "ASC", -1, 0)
    assert [one["guid"] for one in assigned] == [guids["table"]]
    assert client.entity.get_entity_by_guid(guids["table"]).entity.meanings[0].termGuid == term.guid
    fails_with(400, "ATLAS-400-00-084", lambda: client.glossary.delete_glossary_term_by_guid(term.guid))
    client.glossary.disassociate_term_from_entities(term.guid, assigned)
    assert client.glossary.get_entities_assigned_with_term(term.guid, "ASC", -1, 0) in ([], None)


def a_glossary_is_deleted():
    client.glossary.delete_glossary_term_by_guid(guids["synonym"])
    client.glossary.delete_glossary_category_by_guid(guids["parent"])
    assert client.glossary.get_glossary_category(guids["child"]).qualifiedName == "sales@py_glossary"
    client.glossary.delete_glossary_by_guid(guids["glossary"])
    fails_with(404, "ATLAS-404-00-005", lambda: client.glossary.get_glossary_term(guids["term"]))


steps = [a_glossary_is_built_and_read, a_term_is_changed_and_assigned, a_glossary_is_deleted]
