import type { Messages } from "../Messages.ts"
import { counted } from "./common.ts"

export const palette: Messages["palette"] = {
  title: "Öffnen oder ausführen",
  label: "Eine Seite, ein Formular, eine Tabelle, eine Vorgangsnummer, ein Schlüssel, eine Person",
  list: "Treffer",
  screens: "Seiten",
  acts: "Aktionen",
  help: "Hilfe",
  forms: "Formulare",
  tables: "Tabellen",
  submissions: "Einreichungen",
  keys: "API-Schlüssel",
  people: "Personen",
  newForm: "Neues Formular",
  newTable: "Neue Tabelle",
  replaceTable: "Entwurf dieser Tabelle ersetzen",
  publishTable: "Diese Tabelle veröffentlichen",
  newKey: "Neuer API-Schlüssel",
  invite: "Person einladen",
  publish: "Dieses Formular veröffentlichen",
  manual: "Handbuch: eine erste Anfrage, und wo die Dokumente sind",
  problems: "Handbuch: was jede Ablehnung bedeutet",
  allForms: "Alle passenden Formulare anzeigen",
  ended: "Beendet",
  lacking: ({ privilege }) => `Erfordert die Berechtigung ${privilege}`,
  found: ({ n }) => counted(n, "Treffer", "Treffer"),
  searching: "Suche läuft",
  nothing: ({ text }) => `Nichts heißt „${text}“.`,
  failed: ({ label, why }) => `${label} konnten nicht durchsucht werden. ${why}`,
  asking: ({ label }) => `${label}: neue Anfrage läuft`,
  keysWhy: "↑ ↓ zum Wählen, Eingabe zum Öffnen, Esc zum Verlassen"
}
