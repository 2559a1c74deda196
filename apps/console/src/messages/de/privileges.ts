import type { Messages } from "../Messages.ts"
import { listed } from "./common.ts"

/** After "kann" and "darf": what a credential with the privilege may do. */
const may: Messages["privileges"]["may"] = {
  "submission:read": "Einreichungen lesen",
  "submission:write": "Einreichungen anlegen",
  "submission:delete": "Einreichungen löschen",
  "form:read": "Formulare lesen",
  "form:write": "Formulare ändern",
  "form:publish": "Formulare veröffentlichen",
  "table:read": "Tabellen lesen",
  "table:write": "Tabellen ändern",
  "table:publish": "Tabellen veröffentlichen",
  "folder:read": "Ordner sehen",
  "folder:write": "Ordner ändern",
  "report:read": "Berichte lesen",
  "apikey:read": "API-Schlüssel auflisten",
  "apikey:write": "API-Schlüssel erstellen und widerrufen",
  "apikey:budget": "Kontingente von API-Schlüsseln erhöhen",
  "user:read": "Personen auflisten",
  "user:write": "Personen einladen und ändern",
  "effect:read": "Effekte sehen",
  "effect:write": "Effekte erneut senden",
  "audit:read": "das Audit-Log lesen",
  "organisation:write": "die Organisation und ihre Geheimnisse ändern"
}

/** What each allows, in a sentence for the person who grants it. */
const why: Messages["privileges"]["why"] = {
  "submission:read": "Liest Einreichungen, ihren Verlauf und ihre Dokumente.",
  "submission:write": "Wertet Eingabedaten aus, legt Einreichungen an und ändert sie.",
  "submission:delete": "Löscht Einreichungen endgültig, mit einem Grund.",
  "form:read": "Liest Formulare, Entwürfe und veröffentlichte Versionen.",
  "form:write": "Legt Formulare an und ändert ihre Entwürfe.",
  "form:publish": "Veröffentlicht den Entwurf eines Formulars; damit ist er live.",
  "table:read": "Liest die Tabellen, in denen Regeln nachschlagen, mit allen Zeilen.",
  "table:write": "Legt Tabellen an und ändert ihre Entwürfe.",
  "table:publish": "Veröffentlicht den Entwurf einer Tabelle als Version, die Formulare nutzen können.",
  "folder:read": "Sieht die Ordner, in denen Formulare liegen.",
  "folder:write": "Legt Ordner an, benennt sie um, verschiebt und löscht sie.",
  "report:read": "Liest Auswertungen über Einreichungen: Anzahlen, Summen und Verteilungen.",
  "apikey:read": "Listet API-Schlüssel auf, ohne ihre Token.",
  "apikey:write": "Erstellt, rotiert und widerruft API-Schlüssel, die eigene Berechtigungen weitergeben.",
  "apikey:budget": "Gibt API-Schlüsseln ein größeres Kontingent als das der Installation.",
  "user:read": "Listet die Personen der Organisation auf.",
  "user:write":
    "Lädt Personen ein, ändert und deaktiviert sie; gibt ihnen Rollen, deren Berechtigungen alle selbst vorhanden sind.",
  "effect:read": "Sieht, welche Effekte ausgelöst wurden und was daraus wurde, und die Namen von Geheimnissen.",
  "effect:write": "Lässt Effekte erneut senden.",
  "audit:read": "Liest das Audit-Log.",
  "organisation:write": "Ändert die Organisation selbst und setzt die Geheimnisse, die ihre Effekte verwenden."
}

const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

export const privileges: Messages["privileges"] = {
  may,
  why,
  short: ({ held }) => {
    const words = held.map((privilege) => may[privilege])
    const parts = words.length <= 3 ? words : [...words.slice(0, 2), `${words.length - 2} weitere`]
    return capitalised(listed(parts))
  },
  whole: ({ held }) => capitalised(listed(held.map((privilege) => may[privilege]))),
  all: ({ held }) => listed(held.map((privilege) => may[privilege]))
}
