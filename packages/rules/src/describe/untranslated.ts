/** The texts of a form that are written in some of its languages and not in all: a reader of the others gets the first one. */
import type { CheckedForm } from "../tree/CheckedForm.ts"

export interface Untranslated {
  /** Of the text, `/fields/3/label`. */
  readonly pointer: string
  /** The languages that it lacks, in the form's order. */
  readonly languages: ReadonlyArray<string>
}

/** They are no faults: a form may be published before its last translation is there. */
export const untranslated = ({ definition, translations }: CheckedForm): ReadonlyArray<Untranslated> =>
  [...(translations ?? [])].flatMap(([pointer, texts]) => {
    const languages = (definition.languages ?? []).filter((language) => !texts.has(language))
    return languages.length === 0 ? [] : [{ pointer, languages }]
  })
