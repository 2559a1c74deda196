import type { Messages } from "../Messages.ts"

export const invitation: Messages["invitation"] = {
  title: "Passwort festlegen",
  description: "Sie wurden zu Formwork eingeladen. Wählen Sie ein Passwort; danach sind Sie angemeldet.",
  password: "Neues Passwort",
  passwordWhy: "12 bis 200 Zeichen. Ein Satz, den nur Sie kennen, ist leicht zu merken.",
  submit: "Passwort festlegen und anmelden",
  unusable: "Diese Einladung ist nicht mehr gültig",
  unusableWhy:
    "Sie wurde bereits verwendet, durch eine neuere ersetzt oder ist abgelaufen. Bitten Sie die Person, die Sie eingeladen hat, um eine neue.",
  missing: "Diese Adresse enthält keine Einladung",
  missingWhy: "Öffnen Sie den vollständigen Link aus der Einladung: Ein Teil davon fehlt.",
  toSignIn: "Zur Anmeldung"
}
