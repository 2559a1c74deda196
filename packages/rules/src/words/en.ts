import type { Words } from "./Words.ts"

/** What a form says that names no language, or one in which the engine has no sentences. */
export const en: Words = {
  language: "en",
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
    "type/list": "{label} has to be a list.",
    "type/row": "A row of {label} has to be an object.",
    "type/group": "The group {name} has to be an object.",
    storable: "{label} has a character that cannot be stored.",
    "decimals/none": "{label} has to be a whole number.",
    decimals: "{label} has more than {limit} decimals.",
    too_large: "{label} is too large.",
    "too_large/limit": "{label} is too large: the most is {limit}.",
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
    unknown_field: "There is no field “{name}”.",
    "unknown_field/near": "There is no field “{name}”. Did you mean {near}?",
    "rule/internal": "These values give a result that the form does not allow."
  }
}
