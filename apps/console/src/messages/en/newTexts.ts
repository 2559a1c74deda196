/** What new parts of a form say, until their authors change it. */
export const newTexts = {
  checkMessage: "Say what is wrong, and how to put it right.",
  outcomeMessage: "Say what this means.",
  subject: "Your submission {$reference}",
  text: "Thank you. Your reference is {$reference}.",
  address: {
    title: "Address",
    street: "Street and number",
    postcode: "Postcode",
    city: "Town or city",
    country: "Country"
  },
  location: { title: "Location", latitude: "Latitude", longitude: "Longitude" }
}
