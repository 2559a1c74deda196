import type { Named, Words } from "./Words.ts"

/** `\u00a0` is the space inside quotation marks and before a colon, where a line does not break. */
const quoted = (text: string): string => `«\u00a0${text}\u00a0»`
const field = ({ label }: Named): string => `Le champ ${quoted(label)}`
const value = ({ label }: Named): string => `La valeur de ${quoted(label)}`
const many = (limit: string, one: string): string => `${limit} ${one}${Number(limit) < 2 ? "" : "s"}`
const isTime = ({ type }: Named): boolean => type === "date" || type === "time" || type === "datetime"
const items = ({ limit, type }: Named): string => many(limit, type === "list" ? "ligne" : "option")
/** A point in time that a value is before or after. */
const since = (about: Named): string => `${about.type === "time" ? "à" : "au"} ${about.limit}`
const kinds: { readonly [T in Named["type"]]?: string } = {
  integer: "un nombre entier, comme 12",
  number: "un nombre, comme 12,5",
  money: "un montant, comme 12,50",
  boolean: "oui ou non",
  date: "une date qui existe",
  time: "une heure, comme 09:30",
  datetime: "une date et une heure",
  email: "une adresse e-mail, comme nom@example.com",
  url: "une adresse web qui commence par https://",
  phone: "un numéro de téléphone de 5 à 20 chiffres",
  file: "un fichier envoyé"
}

export const fr: Words = {
  language: "fr",
  yes: "Oui",
  no: "Non",
  choose: "Choisir",
  search: (count) => `Tapez pour trouver une option parmi ${count.toLocaleString("fr")}.`,
  required: "obligatoire",
  marked: "Les champs marqués d’un * sont obligatoires.",
  timesIn: (zone) => `Heure (${zone})`,
  row: (list, number) => `${list} ${number}`,
  add: (list) => `Ajouter à ${quoted(list)}`,
  remove: "Supprimer",
  up: "Monter",
  down: "Descendre",
  noRows: "Rien pour l’instant.",
  rowsOf: (first, last, all) => `${first} à ${last} sur ${all}`,
  previous: "Précédent",
  next: "Suivant",
  step: (number, count) => `Étape ${number} sur ${count}`,
  back: "Retour",
  onwards: "Continuer",
  why: "Pourquoi",
  isHidden: (label) => `${quoted(label)} est masqué`,
  summary: (count) => (count === 1 ? "Il y a un problème" : `Il y a ${count} problèmes`),
  outcomes: "Résultats",
  missing: (count) => (count === 1 ? "Il manque 1 réponse" : `Il manque ${count} réponses`),
  send: "Envoyer",
  sending: "Envoi en cours…",
  sent: (reference) => (reference === undefined ? "Envoyé. Merci." : `Envoyé. Votre référence est ${reference}.`),
  refused: "L’envoi n’a pas été possible",
  unreachable: "Le serveur ne répond pas. Ce que vous avez rempli est toujours là\u00a0: réessayez.",
  unavailable: "Ce formulaire ne peut pas être affiché pour le moment.",
  uploading: (name) => `Envoi de ${name}…`,
  uploaded: (name) => `${name} a été envoyé.`,
  removed: "Le fichier a été retiré.",
  download: "Télécharger",
  fileType: (label, types) => `${quoted(label)} n’accepte que des fichiers de ces types\u00a0: ${types}.`,
  notOffered: (label, option) => `${quoted(label)} ne propose pas ${quoted(option)}, compte tenu des autres réponses.`,
  problems: {
    required: (about) => `${field(about)} est obligatoire.`,
    type: (about) => `${field(about)} doit contenir ${kinds[about.type] ?? "une valeur d’un autre type"}.`,
    unknown_field: ({ label }) => `Il n’y a pas de champ ${quoted(label)}.`,
    min: (about) =>
      `${value(about)} est ${isTime(about) ? `antérieure ${since(about)}` : `inférieure à ${about.limit}`}.`,
    max: (about) =>
      `${value(about)} est ${isTime(about) ? `postérieure ${since(about)}` : `supérieure à ${about.limit}`}.`,
    min_length: (about) => `${field(about)} contient moins de ${many(about.limit, "caractère")}.`,
    max_length: (about) => `${field(about)} contient plus de ${many(about.limit, "caractère")}.`,
    pattern: (about) =>
      `${field(about)} ${kinds[about.type] === undefined ? "n’a pas la forme demandée" : `doit contenir ${kinds[about.type]}`}.`,
    choice: (about) => `${value(about)} ne fait pas partie des options.`,
    decimals: (about) =>
      about.limit === "0"
        ? `${field(about)} doit contenir un nombre entier.`
        : `${field(about)} a plus de ${many(about.limit, "décimale")}.`,
    min_items: (about) => `${field(about)} demande au moins ${items(about)}.`,
    max_items: (about) => `${field(about)} accepte au plus ${items(about)}.`,
    unique: (about) => `${value(about)} figure deux fois.`,
    storable: (about) => `${field(about)} contient un caractère qui ne peut pas être enregistré.`,
    too_large: (about) =>
      about.type === "file"
        ? `Un fichier de ${quoted(about.label)} peut peser ${about.limit} au plus.`
        : `${value(about)} est trop grande.`
  }
}
