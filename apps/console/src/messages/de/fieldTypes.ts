import type { Messages } from "../Messages.ts"

export const fieldTypes: Messages["structure"]["types"] = {
  text: "Text",
  longText: "Mehrzeiliger Text",
  email: "E-Mail-Adresse",
  url: "Internetadresse",
  phone: "Telefonnummer",
  integer: "Ganze Zahl",
  number: "Zahl",
  money: "Geldbetrag",
  boolean: "Ja oder Nein",
  date: "Datum",
  time: "Uhrzeit",
  datetime: "Datum und Uhrzeit",
  choice: "Eine von mehreren Optionen",
  choices: "Beliebige von mehreren Optionen",
  file: "Datei",
  list: "Liste von Zeilen"
}
