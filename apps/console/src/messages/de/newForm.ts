import type { Messages } from "../Messages.ts"
import { counted } from "./common.ts"

export const newForm: Messages["newForm"] = {
  title: "Neues Formular",
  from: "Beginnen mit",
  sources: {
    empty: { label: "Leeres Formular", why: "Ein Textfeld." },
    json: { label: "Definition in JSON", why: "Eingefügt oder aus einer Datei." },
    copy: { label: "Kopie eines Formulars", why: "Sein Entwurf, unter einem anderen Kürzel." },
    motor: { label: "Kfz-Angebot", why: "40 Felder, eine Liste von Fahrern, eine Prämie, eine E-Mail und ein PDF." },
    intake: {
      label: "Aufnahmebewertung",
      why: "Eine Punktzahl, eine Priorität und Ergebnisse, die sagen, was zu tun ist."
    },
    roof: { label: "Dachanfrage", why: "Das kleinste, das einen Preis berechnet." },
    contact: {
      label: "Kontaktanfrage",
      why: "Felder, die ein- und ausgeblendet werden, und ein Workflow mit drei Status."
    },
    registration: { label: "Veranstaltungsanmeldung", why: "Teilnehmende mit Tickets und ein Gruppenrabatt." },
    order: { label: "Produktbestellung", why: "Positionen, Versand und Steuer." },
    expenses: { label: "Spesenabrechnung", why: "Belege, ein Vorschuss, eine zweite Genehmigung." },
    leave: { label: "Urlaubsantrag", why: "Tage zwischen zwei Daten und wer zustimmen muss." }
  },
  examples: "Beispiele, auf Englisch",
  formTitle: "Titel",
  code: "Kürzel",
  codeWhy:
    "Ein bis zehn Großbuchstaben und Ziffern, zuerst ein Buchstabe. Es ändert sich nie: Vorgangsnummern beginnen damit.",
  codeWrong: "Ein bis zehn Großbuchstaben und Ziffern, zuerst ein Buchstabe.",
  folder: "Ordner",
  submit: "Formular anlegen",
  json: "Definition",
  jsonWhy: "Ein Formular in JSON, wie es die Regelsprache beschreibt.",
  file: "Datei auswählen",
  fileTooLarge: "Eine Definition hat höchstens 1 MiB.",
  noFaults: "Die Definition hat keine Fehler.",
  faults: ({ n }) =>
    `${counted(n, "Fehler", "Fehler")}. Das Formular kann trotzdem angelegt und nach dem Beheben veröffentlicht werden.`,
  copyOf: "Zu kopierendes Formular",
  copySearch: "Titel oder Kürzel",
  copied: ({ title }) => `Kopie von ${title}`,
  choose: "Wählen Sie ein Formular zum Kopieren.",
  what: "Was es enthält",
  fields: ({ n }) => counted(n, "Feld", "Felder"),
  formulas: ({ n }) => counted(n, "Formel", "Formeln"),
  rules: ({ n }) => counted(n, "Prüfung", "Prüfungen"),
  outcomes: ({ n }) => counted(n, "Ergebnis", "Ergebnisse"),
  effects: ({ n }) => counted(n, "Effekt", "Effekte")
}
