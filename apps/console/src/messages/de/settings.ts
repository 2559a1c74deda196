import type { Messages } from "../Messages.ts"
import { counted, listed, needing } from "./common.ts"

export const settings: Messages["settings"] = {
  secrets: {
    title: "Geheimnisse",
    description:
      "Womit Effekte signieren und was sie als Header senden. Ein Wert wird nie wieder angezeigt; Definitionen nennen nur den Namen.",
    new: "Neues Geheimnis",
    columns: { name: "Name", use: "Verwendung", set: "Gesetzt", overlap: "Voriger Wert", actions: "Aktionen" },
    signs: "Signiert Zustellungen; wird nie gesendet",
    sentTo: ({ hosts }) => `Gesendet an ${listed(hosts)}`,
    validUntil: "endet",
    replaced: "Beendet",
    noOverlap: "Keiner",
    needsWrite: needing("Das Setzen und Entfernen von Geheimnissen", "organisation:write"),
    empty: {
      title: "Noch keine Geheimnisse",
      why: "Ein Geheimnis signiert Ereignisse, die ein Formular zustellt, oder ist ein Header seiner Anfragen. Definitionen nennen seinen Namen und enthalten nie seinen Wert."
    },
    name: "Name",
    nameWhy: "Kleinbuchstaben, Ziffern, - und _. Definitionen verweisen mit diesem Namen darauf.",
    nameTaken: "Ein Geheimnis mit diesem Namen gibt es schon. Ersetzen Sie es in der Liste.",
    value: "Wert",
    valueWhy: "Bis zu 4.096 Zeichen. Er wird einmal von hier gesendet und nie wieder angezeigt.",
    hosts: "Hosts",
    hostsWhy:
      "An welche es gesendet werden darf, einer je Zeile, zum Beispiel crm.example. Ohne Host signiert es Zustellungen und wird nie gesendet.",
    overlap: "Der vorige Wert gilt noch",
    overlaps: { "0": "Er endet jetzt", "3600": "Eine Stunde", "86400": "Einen Tag", "604800": "Eine Woche" },
    save: "Geheimnis setzen",
    replace: "Ersetzen",
    replaceTitle: ({ name }) => `Wert von ${name} ersetzen`,
    changeHosts: "Hosts ändern",
    changeHostsTitle: ({ name }) => `Hosts von ${name}`,
    changeHostsWhy: "Das gilt ab dem nächsten Senden. Der Wert bleibt.",
    remove: "Entfernen",
    removeTitle: ({ name }) => `${name} entfernen?`,
    removeWhy: "Effekte, die es brauchen, schlagen ab sofort fehl. Sein Wert kann nicht mehr gelesen werden.",
    type: "Geben Sie zum Fortfahren den Namen ein",
    actionsOf: ({ name }) => `Aktionen für ${name}`,
    usedBy: {
      label: "Von Live-Formularen verwendet",
      find: "Verwendung suchen",
      progress: ({ done, of }) => `${done} von ${of} Live-Formularen gelesen`,
      none: ({ n }) =>
        n === 1
          ? "Das 1 Live-Formular nennt es nicht."
          : `Keines von ${counted(n, "Live-Formular", "Live-Formularen")} nennt es.`,
      limited: "Durchsucht wurden die hundert neuesten Formulare.",
      needs: needing("Die Suche nach der Verwendung", "form:read")
    }
  },
  organisation: {
    title: "Organisation",
    name: "Name",
    id: "ID",
    founded: "Gegründet",
    rename: "Umbenennen",
    needsWrite: needing("Das Ändern der Organisation", "organisation:write")
  }
}
