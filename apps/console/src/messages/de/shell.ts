import type { Messages } from "../Messages.ts"
import { counted } from "./common.ts"

export const shell: Messages["shell"] = {
  skip: "Zum Inhalt springen",
  navigation: "Konsole",
  openNavigation: "Navigation öffnen",
  find: "Öffnen, ausführen",
  home: "Start",
  forms: "Formulare",
  submissions: "Einreichungen",
  tables: "Tabellen",
  effects: "Effekte",
  usage: "Nutzung",
  settings: "Einstellungen",
  keys: "API-Schlüssel",
  people: "Personen",
  roles: "Rollen",
  secrets: "Geheimnisse",
  organisation: "Organisation",
  audit: "Audit-Log",
  reference: "API-Referenz",
  account: "Mein Konto",
  signOut: "Abmelden",
  stillSignedIn: "Sie sind noch angemeldet",
  stillSignedInWhy:
    "Die Sitzung konnte nicht beendet werden. Bis dahin kann jede Person an diesem Browser unter Ihrem Namen weiterarbeiten.",
  unsaved: {
    title: ({ count }) => counted(count, "Entwurf ist nicht gespeichert", "Entwürfe sind nicht gespeichert"),
    why: "Der Server hat nicht alles, was Sie geschrieben haben. Mit dem Abmelden verschwindet es aus diesem Browser.",
    discard: "Abmelden und verwerfen",
    stay: "Angemeldet bleiben"
  },
  accountOf: ({ name }) => `Konto von ${name}`,
  theme: { label: "Darstellung", system: "Wie das System", light: "Hell", dark: "Dunkel" },
  notFound: "Unter dieser Adresse gibt es keine Seite",
  backHome: "Zur Startseite"
}
