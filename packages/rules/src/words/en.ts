import type { Words } from "./Words.ts"

/** What a form says that names no language, or one in which the engine has no sentences. */
export const en: Words = {
  language: "en",
  sizes: ["bytes", "kB", "MB"],
  answers: { yes: "Yes", no: "No" },
  trace: {
    shown: {
      true: "{name} is shown",
      false: "{name} is hidden",
      null: "{name} is hidden, because its condition is not known to be true"
    },
    required: {
      true: "{name} is required",
      false: "{name} is not required",
      null: "{name} is not required, because its condition is not known to be true"
    },
    offered: {
      true: '{name} offers "{option}"',
      false: '{name} does not offer "{option}"',
      null: '{name} does not offer "{option}", because its condition is not known to be true'
    },
    check: {
      true: "the check {name} holds",
      false: "the check {name} fails",
      null: "the check {name} is not known, and refuses nothing"
    },
    outcome: {
      true: "the outcome {name} is raised",
      false: "the outcome {name} is not raised",
      null: "the outcome {name} is not raised, because its condition is not known to be true"
    },
    effect: {
      true: "the effect {name} fires",
      false: "the effect {name} does not fire",
      null: "the effect {name} does not fire, because its condition is not known to be true"
    },
    section: "the section {name}",
    rows: "rows of {name}",
    row: "row of {name}",
    value: "{name} is {value}",
    missing: "{name} is missing",
    empty: "{name} is nothing",
    noValue: "missing",
    nothing: "nothing",
    moreItems: "{shown} and {count} more",
    from: "{fact}: {read}.",
    separator: "; ",
    last: "{all}; and {last}",
    more: "{all}; and {count} more"
  },
  problems: {
    required: "{label} is required.",
    "type/boolean": "{label} has to be true or false.",
    "type/text": "{label} has to be a text.",
    "type/integer": "{label} has to be a whole number.",
    "type/number": "{label} has to be a number.",
    "type/money": '{label} has to be an amount of money, such as "123.40".',
    "type/date": "{label} has to be a date written as 2024-12-31.",
    "type/time": "{label} has to be a time written as 09:30.",
    "type/datetime": "{label} has to be a date with a time and its offset, written as 2024-12-31T09:30:00Z.",
    "type/choice": "{label} has to be one of its options.",
    "type/choices": "{label} has to be a list of options.",
    "type/file": "{label} has to be the id of an uploaded file.",
    "type/noUpload": "{label} names no upload for this form. Upload the file first, and send the id of the answer.",
    "type/mediaType": "{label} is a file of the type {mediaType}. Taken are: {taken}.",
    "type/emptyFile": "{label} is an empty file.",
    "type/otherBytes": "{label} is said to be a file of the type {said}, and its bytes are those of {found}.",
    "type/unlikeBytes": "{label} is said to be a file of the type {said}, and its bytes are not.",
    "type/list": "{label} has to be a list.",
    "type/row": "A row of {label} has to be an object.",
    "type/group": "The group {name} has to be an object.",
    storable: "{label} has a character that cannot be stored.",
    "decimals/none": "{label} has to be a whole number.",
    decimals: "{label} has more than {limit} decimals.",
    too_large: "{label} is too large.",
    "too_large/limit": "{label} is too large: the most is {limit}.",
    "too_large/file": "{label} has {size}, and files of at most {most} are taken.",
    min: "{label} is less than {limit}.",
    max: "{label} is more than {limit}.",
    "min/date": "{label} is before {limit}.",
    "max/date": "{label} is after {limit}.",
    "min/time": "{label} is before {limit}.",
    "max/time": "{label} is after {limit}.",
    min_length: "{label} has fewer than {limit} characters.",
    max_length: "{label} has more than {limit} characters.",
    pattern: "{label} does not have the form that is asked for.",
    "pattern/email": "{label} is not an e-mail address, such as name@example.com.",
    "pattern/url": "{label} is not a web address that starts with http:// or https://.",
    "pattern/phone": "{label} is not a phone number of 5 to 20 digits.",
    choice: "{label} has no option “{option}”.",
    "choice/notOffered": "{label} does not offer “{option}” with the other answers as they are.",
    "min_items/options": "{label} has fewer than {limit} options chosen.",
    "max_items/options": "{label} has more than {limit} options chosen.",
    "min_items/rows": {
      one: "{label} has fewer than {limit} row.",
      other: "{label} has fewer than {limit} rows."
    },
    "max_items/rows": "{label} has more than {limit} rows.",
    "unique/option": "{label} has an option twice.",
    "unique/row": "This row of {label} is there twice.",
    "unique/value": "{label} is the same as in another row.",
    "unique/file": "{label} is part of another submission already. Upload the file again.",
    unknown_field: "There is no field “{name}”.",
    "unknown_field/near": "There is no field “{name}”. Did you mean {near}?",
    "unknown_field/group": "There is no member “{name}”: send {part} in an object {group}.",
    "rule/internal": "These values give a result that the form does not allow."
  }
}
