import type { Words } from "./Words.ts"

export const de: Words = {
  language: "de",
  sizes: ["Byte", "kB", "MB"],
  answers: { yes: "Ja", no: "Nein" },
  trace: {
    shown: {
      true: "{name} wird angezeigt",
      false: "{name} ist ausgeblendet",
      null: "{name} ist ausgeblendet, weil nicht bekannt ist, ob die Bedingung zutrifft"
    },
    required: {
      true: "{name} ist eine Pflichtangabe",
      false: "{name} ist keine Pflichtangabe",
      null: "{name} ist keine Pflichtangabe, weil nicht bekannt ist, ob die Bedingung zutrifft"
    },
    offered: {
      true: "{name} bietet „{option}“ an",
      false: "{name} bietet „{option}“ nicht an",
      null: "{name} bietet „{option}“ nicht an, weil nicht bekannt ist, ob die Bedingung zutrifft"
    },
    check: {
      true: "die Prüfung {name} ist erfüllt",
      false: "die Prüfung {name} ist nicht erfüllt",
      null: "das Ergebnis der Prüfung {name} ist nicht bekannt, und sie lehnt nichts ab"
    },
    outcome: {
      true: "das Ergebnis {name} tritt ein",
      false: "das Ergebnis {name} tritt nicht ein",
      null: "das Ergebnis {name} tritt nicht ein, weil nicht bekannt ist, ob die Bedingung zutrifft"
    },
    effect: {
      true: "der Effekt {name} wird ausgelöst",
      false: "der Effekt {name} wird nicht ausgelöst",
      null: "der Effekt {name} wird nicht ausgelöst, weil nicht bekannt ist, ob die Bedingung zutrifft"
    },
    section: "der Abschnitt {name}",
    rows: "die Zahl der Zeilen von {name}",
    row: "die Nummer der Zeile von {name}",
    value: "{name} ist {value}",
    missing: "{name} fehlt",
    empty: "{name} ist leer",
    noValue: "kein Wert",
    nothing: "leer",
    moreItems: "{shown} und {count} weitere",
    from: "{fact}: {read}.",
    separator: "; ",
    last: "{all}; und {last}",
    more: "{all}; und {count} weitere"
  },
  problems: {
    required: "„{label}“ ist eine Pflichtangabe.",
    "type/boolean": "„{label}“ muss true oder false sein.",
    "type/text": "„{label}“ muss ein Text sein.",
    "type/integer": "„{label}“ muss eine ganze Zahl sein.",
    "type/number": "„{label}“ muss eine Zahl sein.",
    "type/money": '„{label}“ muss ein Geldbetrag in der Schreibweise "123.40" sein.',
    "type/date": "„{label}“ muss ein Datum in der Schreibweise 2024-12-31 sein.",
    "type/time": "„{label}“ muss eine Uhrzeit in der Schreibweise 09:30 sein.",
    "type/datetime":
      "„{label}“ muss ein Datum mit Uhrzeit und Zeitverschiebung in der Schreibweise 2024-12-31T09:30:00Z sein.",
    "type/choice": "„{label}“ muss eine der vorgesehenen Optionen sein.",
    "type/choices": "„{label}“ muss eine Liste von Optionen sein.",
    "type/file": "„{label}“ muss die Kennung einer hochgeladenen Datei sein.",
    "type/noUpload":
      "„{label}“ nennt keine Datei, die für dieses Formular hochgeladen wurde. Laden Sie die Datei zuerst hoch und senden Sie die Kennung aus der Antwort.",
    "type/mediaType": "Die Datei von „{label}“ hat den Typ {mediaType}. Möglich sind: {taken}.",
    "type/emptyFile": "Die Datei von „{label}“ ist leer.",
    "type/otherBytes": "Die Datei von „{label}“ ist als {said} angegeben, ihr Inhalt ist aber vom Typ {found}.",
    "type/unlikeBytes": "Die Datei von „{label}“ ist als {said} angegeben, ihr Inhalt ist aber von anderer Art.",
    "type/list": "„{label}“ muss eine Liste sein.",
    "type/row": "Eine Zeile von „{label}“ muss ein Objekt sein.",
    "type/group": "Die Gruppe „{name}“ muss ein Objekt sein.",
    storable: "„{label}“ enthält ein Zeichen, das nicht gespeichert werden kann.",
    "decimals/none": "„{label}“ muss eine ganze Zahl sein.",
    decimals: {
      one: "„{label}“ hat mehr als {limit} Nachkommastelle.",
      other: "„{label}“ hat mehr als {limit} Nachkommastellen."
    },
    too_large: "Der Wert von „{label}“ ist zu groß.",
    "too_large/limit": "Der Wert von „{label}“ ist zu groß; höchstens {limit} ist möglich.",
    "too_large/file": "Die Datei von „{label}“ ist {size} groß; möglich sind höchstens {most}.",
    min: "Der Wert von „{label}“ ist kleiner als {limit}.",
    max: "Der Wert von „{label}“ ist größer als {limit}.",
    "min/date": "Der Wert von „{label}“ liegt vor dem {limit}.",
    "max/date": "Der Wert von „{label}“ liegt nach dem {limit}.",
    "min/time": "Der Wert von „{label}“ liegt vor {limit} Uhr.",
    "max/time": "Der Wert von „{label}“ liegt nach {limit} Uhr.",
    min_length: "„{label}“ hat weniger als {limit} Zeichen.",
    max_length: "„{label}“ hat mehr als {limit} Zeichen.",
    pattern: "„{label}“ hat nicht die verlangte Form.",
    "pattern/email": "„{label}“ ist keine E-Mail-Adresse, wie zum Beispiel name@example.com.",
    "pattern/url": "„{label}“ ist keine Internetadresse, die mit http:// oder https:// beginnt.",
    "pattern/phone": "„{label}“ ist keine Telefonnummer mit 5 bis 20 Ziffern.",
    choice: "„{label}“ hat keine Option „{option}“.",
    "choice/notOffered": "„{label}“ bietet „{option}“ bei den übrigen Angaben nicht an.",
    "min_items/options": {
      one: "Bei „{label}“ ist weniger als {limit} Option gewählt.",
      other: "Bei „{label}“ sind weniger als {limit} Optionen gewählt."
    },
    "max_items/options": {
      one: "Bei „{label}“ ist mehr als {limit} Option gewählt.",
      other: "Bei „{label}“ sind mehr als {limit} Optionen gewählt."
    },
    "min_items/rows": {
      one: "„{label}“ hat weniger als {limit} Zeile.",
      other: "„{label}“ hat weniger als {limit} Zeilen."
    },
    "max_items/rows": {
      one: "„{label}“ hat mehr als {limit} Zeile.",
      other: "„{label}“ hat mehr als {limit} Zeilen."
    },
    "unique/option": "„{label}“ enthält eine Option doppelt.",
    "unique/row": "Diese Zeile von „{label}“ kommt doppelt vor.",
    "unique/value": "Der Wert von „{label}“ ist derselbe wie in einer anderen Zeile.",
    "unique/file": "Die Datei von „{label}“ gehört schon zu einer anderen Einreichung. Laden Sie sie noch einmal hoch.",
    unknown_field: "Es gibt kein Feld „{name}“.",
    "unknown_field/near": "Es gibt kein Feld „{name}“. Meinten Sie {near}?",
    "unknown_field/group": "Ein Mitglied „{name}“ gibt es nicht: Senden Sie {part} in einem Objekt {group}.",
    "rule/internal": "Diese Angaben führen zu einem Ergebnis, das in diesem Formular nicht zulässig ist."
  },
  signs: { decimal: ",", group: ".", groupedFrom: 4, date: "$3.$2.$1" }
}
