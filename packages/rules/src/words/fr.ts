import type { Words } from "./Words.ts"

/** `\u00a0` is the space inside quotation marks and before a colon or a question mark, where a line does not break. */
export const fr: Words = {
  language: "fr",
  sizes: ["octets", "ko", "Mo"],
  answers: { yes: "Oui", no: "Non" },
  trace: {
    shown: {
      true: "{name} s’affiche",
      false: "{name} ne s’affiche pas",
      null: "{name} ne s’affiche pas, car on ne sait pas si sa condition est vraie"
    },
    required: {
      true: "une valeur est obligatoire pour {name}",
      false: "aucune valeur n’est obligatoire pour {name}",
      null: "aucune valeur n’est obligatoire pour {name}, car on ne sait pas si sa condition est vraie"
    },
    offered: {
      true: "{name} propose «\u00a0{option}\u00a0»",
      false: "{name} ne propose pas «\u00a0{option}\u00a0»",
      null: "{name} ne propose pas «\u00a0{option}\u00a0», car on ne sait pas si sa condition est vraie"
    },
    check: {
      true: "le contrôle {name} est satisfait",
      false: "le contrôle {name} n’est pas satisfait",
      null: "le résultat du contrôle {name} n’est pas connu, et rien n’est refusé"
    },
    outcome: {
      true: "le résultat {name} se produit",
      false: "le résultat {name} ne se produit pas",
      null: "le résultat {name} ne se produit pas, car on ne sait pas si sa condition est vraie"
    },
    effect: {
      true: "l’effet {name} se déclenche",
      false: "l’effet {name} ne se déclenche pas",
      null: "l’effet {name} ne se déclenche pas, car on ne sait pas si sa condition est vraie"
    },
    section: "la section {name}",
    rows: "le nombre de lignes de «\u00a0{name}\u00a0»",
    row: "le numéro de la ligne de «\u00a0{name}\u00a0»",
    value: "{name} vaut {value}",
    missing: "{name} n’a pas de valeur",
    empty: "{name} est vide",
    noValue: "sans valeur",
    nothing: "vide",
    moreItems: "{shown} et {count} de plus",
    from: "{fact}\u00a0: {read}.",
    separator: "\u00a0; ",
    last: "{all}\u00a0; et {last}",
    more: "{all}\u00a0; et {count} de plus"
  },
  problems: {
    required: "Le champ «\u00a0{label}\u00a0» est obligatoire.",
    "type/boolean": "Le champ «\u00a0{label}\u00a0» doit être true ou false.",
    "type/text": "Le champ «\u00a0{label}\u00a0» doit être un texte.",
    "type/integer": "Le champ «\u00a0{label}\u00a0» doit être un nombre entier.",
    "type/number": "Le champ «\u00a0{label}\u00a0» doit être un nombre.",
    "type/money": 'Le champ «\u00a0{label}\u00a0» doit être un montant, écrit comme "123.40".',
    "type/date": "Le champ «\u00a0{label}\u00a0» doit être une date, écrite comme 2024-12-31.",
    "type/time": "Le champ «\u00a0{label}\u00a0» doit être une heure, écrite comme 09:30.",
    "type/datetime":
      "Le champ «\u00a0{label}\u00a0» doit être une date avec une heure et son décalage, écrite comme 2024-12-31T09:30:00Z.",
    "type/choice": "Le champ «\u00a0{label}\u00a0» doit être l’une de ses options.",
    "type/choices": "Le champ «\u00a0{label}\u00a0» doit être une liste d’options.",
    "type/file": "Le champ «\u00a0{label}\u00a0» doit être l’identifiant d’un fichier envoyé.",
    "type/noUpload":
      "Le champ «\u00a0{label}\u00a0» ne désigne aucun fichier envoyé pour ce formulaire. Envoyez d’abord le fichier, puis l’identifiant de la réponse.",
    "type/mediaType": "Le fichier de «\u00a0{label}\u00a0» est du type {mediaType}. Sont acceptés\u00a0: {taken}.",
    "type/emptyFile": "Le fichier de «\u00a0{label}\u00a0» est vide.",
    "type/otherBytes":
      "Le fichier de «\u00a0{label}\u00a0» est déclaré de type {said}, mais son contenu est de type {found}.",
    "type/unlikeBytes":
      "Le fichier de «\u00a0{label}\u00a0» est déclaré de type {said}, mais son contenu est d’une autre nature.",
    "type/list": "Le champ «\u00a0{label}\u00a0» doit être une liste.",
    "type/row": "Une ligne de «\u00a0{label}\u00a0» doit être un objet.",
    "type/group": "Le groupe «\u00a0{name}\u00a0» doit être un objet.",
    storable: "Le champ «\u00a0{label}\u00a0» contient un caractère qui ne peut pas être enregistré.",
    "decimals/none": "Le champ «\u00a0{label}\u00a0» doit être un nombre entier.",
    decimals: {
      one: "Le champ «\u00a0{label}\u00a0» a plus de {limit} décimale.",
      other: "Le champ «\u00a0{label}\u00a0» a plus de {limit} décimales."
    },
    too_large: "La valeur de «\u00a0{label}\u00a0» est trop grande.",
    "too_large/limit": "La valeur de «\u00a0{label}\u00a0» est trop grande\u00a0: le maximum est {limit}.",
    "too_large/file": "Le fichier de «\u00a0{label}\u00a0» pèse {size}\u00a0; {most} au plus sont acceptés.",
    min: "La valeur de «\u00a0{label}\u00a0» est inférieure à {limit}.",
    max: "La valeur de «\u00a0{label}\u00a0» est supérieure à {limit}.",
    "min/date": "La valeur de «\u00a0{label}\u00a0» est antérieure au {limit}.",
    "max/date": "La valeur de «\u00a0{label}\u00a0» est postérieure au {limit}.",
    "min/time": "La valeur de «\u00a0{label}\u00a0» est antérieure à {limit}.",
    "max/time": "La valeur de «\u00a0{label}\u00a0» est postérieure à {limit}.",
    min_length: {
      one: "Le champ «\u00a0{label}\u00a0» contient moins de {limit} caractère.",
      other: "Le champ «\u00a0{label}\u00a0» contient moins de {limit} caractères."
    },
    max_length: {
      one: "Le champ «\u00a0{label}\u00a0» contient plus de {limit} caractère.",
      other: "Le champ «\u00a0{label}\u00a0» contient plus de {limit} caractères."
    },
    pattern: "Le champ «\u00a0{label}\u00a0» n’a pas la forme demandée.",
    "pattern/email": "Le champ «\u00a0{label}\u00a0» n’est pas une adresse e-mail, telle que nom@example.com.",
    "pattern/url": "Le champ «\u00a0{label}\u00a0» n’est pas une adresse web qui commence par http:// ou https://.",
    "pattern/phone": "Le champ «\u00a0{label}\u00a0» n’est pas un numéro de téléphone de 5 à 20 chiffres.",
    choice: "Le champ «\u00a0{label}\u00a0» n’a pas d’option «\u00a0{option}\u00a0».",
    "choice/notOffered":
      "Le champ «\u00a0{label}\u00a0» ne propose pas «\u00a0{option}\u00a0», compte tenu des autres réponses.",
    "min_items/options": {
      one: "Le champ «\u00a0{label}\u00a0» compte moins de {limit} option choisie.",
      other: "Le champ «\u00a0{label}\u00a0» compte moins de {limit} options choisies."
    },
    "max_items/options": {
      one: "Le champ «\u00a0{label}\u00a0» compte plus de {limit} option choisie.",
      other: "Le champ «\u00a0{label}\u00a0» compte plus de {limit} options choisies."
    },
    "min_items/rows": {
      one: "Le champ «\u00a0{label}\u00a0» compte moins de {limit} ligne.",
      other: "Le champ «\u00a0{label}\u00a0» compte moins de {limit} lignes."
    },
    "max_items/rows": {
      one: "Le champ «\u00a0{label}\u00a0» compte plus de {limit} ligne.",
      other: "Le champ «\u00a0{label}\u00a0» compte plus de {limit} lignes."
    },
    "unique/option": "Le champ «\u00a0{label}\u00a0» contient deux fois la même option.",
    "unique/row": "Cette ligne de «\u00a0{label}\u00a0» figure deux fois.",
    "unique/value": "La valeur de «\u00a0{label}\u00a0» est la même que dans une autre ligne.",
    "unique/file":
      "Le fichier de «\u00a0{label}\u00a0» fait déjà partie d’une autre soumission. Envoyez-le de nouveau.",
    unknown_field: "Il n’y a pas de champ «\u00a0{name}\u00a0».",
    "unknown_field/near": "Il n’y a pas de champ «\u00a0{name}\u00a0». Vouliez-vous dire {near}\u00a0?",
    "unknown_field/group": "Il n’y a pas de membre «\u00a0{name}\u00a0»\u00a0: envoyez {part} dans un objet {group}.",
    "rule/internal": "Ces valeurs donnent un résultat que le formulaire n’autorise pas."
  },
  signs: { decimal: ",", group: "\u202f", groupedFrom: 4, date: "$3/$2/$1" }
}
