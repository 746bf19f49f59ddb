export {didYouMean, nearestTo} from './nearest.ts';
export {optionsHelp, optionsMarkdown} from './options/option-help.ts';
export {maskUrl} from './options/option-value.ts';
export type {Option, Options, OptionTable, OptionValues} from './options/option.ts';
export type {Configuration, EffectiveSetting} from './effective-setting.ts';
export {effectiveOptions, optionsInEffect} from './options/options-in-effect.ts';
export {parseProperties, type Property, readProperties} from './options/properties-file.ts';
export {
  type OptionInput,
  OptionsError,
  type ReadOptions,
  readOptions,
} from './options/read-options.ts';
export {inputFor} from './options/shared-input.ts';
export type {InertKeys} from './inert-keys.ts';
export {interpolateIni, mergeIni} from './ini/ini-merge.ts';
export {type IniSection, type IniValue, parseIni, type Where} from './ini/ini.ts';
export * from './ini/key.ts';
export {describe, type Findings, readSections} from './ini/read-sections.ts';
export {
  type Keys,
  section,
  type Section,
  sectionOfNamed,
  type Sections,
  type SectionValues,
  type SectionsValues,
  sectionWith,
} from './ini/section.ts';
export {keyLines, sectionsMarkdown} from './ini/section-markdown.ts';
