/** The types of fields, as authors choose among them. */
export const fieldTypes = {
  text: "Text",
  longText: "Text of several lines",
  email: "E-mail address",
  url: "Web address",
  phone: "Phone number",
  integer: "Whole number",
  number: "Number",
  money: "Amount of money",
  boolean: "Yes or no",
  date: "Date",
  time: "Time",
  datetime: "Date and time",
  choice: "One of several options",
  choices: "Any of several options",
  file: "File",
  list: "List of rows"
}
