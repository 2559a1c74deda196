/** What new parts of a form say, until their authors change it. */
export const newTexts = {
  checkMessage: "Sagen Sie, was nicht stimmt und wie es richtig wird.",
  outcomeMessage: "Sagen Sie, was das bedeutet.",
  subject: "Ihre Einreichung {$reference}",
  text: "Vielen Dank. Ihre Vorgangsnummer ist {$reference}.",
  address: {
    title: "Adresse",
    street: "Straße und Hausnummer",
    postcode: "Postleitzahl",
    city: "Ort",
    country: "Land"
  },
  location: { title: "Ort auf der Karte", latitude: "Breitengrad", longitude: "Längengrad" }
}
