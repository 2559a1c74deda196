/** What whoever fills a form hears where its organisation takes no more files: in the form's language, as of its fields (docs/decisions/0299). */
const sentences: ReadonlyMap<string, string> = new Map([
  ["de", "Die Organisation nimmt derzeit keine weiteren Dateien an. Bitte wenden Sie sich an die Organisation."],
  ["en", "The organisation takes no more files now. Please contact the organisation."],
  ["es", "La organización no acepta más archivos por ahora. Póngase en contacto con la organización."],
  ["fr", "L’organisation n’accepte plus de fichiers pour le moment. Veuillez la contacter."],
  ["pt", "A organização não aceita mais ficheiros de momento. Contacte a organização."]
])

/** @param language a tag such as `de-AT`; English where there is no sentence for it. */
export const filesFull = (language = "en"): string =>
  sentences.get(language.split("-")[0] ?? "") ?? sentences.get("en") ?? ""
