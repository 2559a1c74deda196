import type { Named, Words } from "./Words.ts"

const isTime = ({ type }: Named): boolean => type === "date" || type === "time" || type === "datetime"
const items = ({ limit, type }: Named): string =>
  `${limit} ${type === "list" ? "row" : "option"}${limit === "1" ? "" : "s"}`
const kinds: { readonly [T in Named["type"]]?: string } = {
  integer: "a whole number, such as 12",
  number: "a number, such as 12.5",
  money: "an amount, such as 12.50",
  boolean: "yes or no",
  date: "a date that exists",
  time: "a time, such as 09:30",
  datetime: "a date and a time",
  email: "an e-mail address, such as name@example.com",
  url: "a web address that begins with https://",
  phone: "a phone number of 5 to 20 digits",
  file: "an uploaded file"
}

export const en: Words = {
  language: "en",
  yes: "Yes",
  no: "No",
  choose: "Choose",
  search: (count) => `Type to find one of ${count.toLocaleString("en")}.`,
  required: "required",
  marked: "Fields with * are required.",
  timesIn: (zone) => `Time in ${zone}`,
  row: (list, number) => `${list} ${number}`,
  add: (list) => `Add to ${list}`,
  remove: "Remove",
  up: "Move up",
  down: "Move down",
  noRows: "None yet.",
  rowsOf: (first, last, all) => `${first} to ${last} of ${all}`,
  previous: "Previous",
  next: "Next",
  step: (number, count) => `Step ${number} of ${count}`,
  back: "Back",
  onwards: "Continue",
  why: "Why",
  isHidden: (label) => `${label} is hidden`,
  summary: (count) => (count === 1 ? "There is a problem" : `There are ${count} problems`),
  outcomes: "Results",
  missing: (count) => (count === 1 ? "1 answer is missing" : `${count} answers are missing`),
  send: "Send",
  sending: "Sending…",
  sent: (reference) => (reference === undefined ? "Sent. Thank you." : `Sent. Your reference is ${reference}.`),
  refused: "This could not be sent",
  unreachable: "The server could not be reached. What you filled in is still here: try again.",
  unavailable: "This form cannot be shown right now.",
  uploading: (name) => `Uploading ${name}…`,
  uploaded: (name) => `${name} is uploaded.`,
  removed: "The file is removed.",
  download: "Download",
  fileType: (label, types) => `${label}: only files of these types are taken: ${types}.`,
  notOffered: (label, option) => `${label}: “${option}” is not offered with the other answers.`,
  problems: {
    required: ({ label }) => `${label} is required.`,
    type: ({ label, type }) => `${label} has to be ${kinds[type] ?? "another kind of value"}.`,
    unknown_field: ({ label }) => `There is no field ${label}.`,
    min: (about) => `${about.label} is ${isTime(about) ? "before" : "less than"} ${about.limit}.`,
    max: (about) => `${about.label} is ${isTime(about) ? "after" : "more than"} ${about.limit}.`,
    min_length: ({ label, limit }) => `${label} has fewer than ${limit} characters.`,
    max_length: ({ label, limit }) => `${label} has more than ${limit} characters.`,
    pattern: ({ label, type }) =>
      `${label} ${kinds[type] === undefined ? "does not have the form that is asked for" : `has to be ${kinds[type]}`}.`,
    choice: ({ label }) => `${label} has none of its options.`,
    decimals: ({ label, limit }) =>
      limit === "0" ? `${label} has to be a whole number.` : `${label} has more than ${limit} decimals.`,
    min_items: (about) => `${about.label} needs at least ${items(about)}.`,
    max_items: (about) => `${about.label} takes at most ${items(about)}.`,
    unique: ({ label }) => `${label} is there twice.`,
    storable: ({ label }) => `${label} has a character that cannot be stored.`,
    too_large: ({ label, limit, type }) =>
      type === "file" ? `${label}: a file may have ${limit} at most.` : `${label} is too large.`
  }
}
