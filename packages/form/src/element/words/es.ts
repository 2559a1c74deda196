import type { Named, Words } from "./Words.ts"

const field = ({ label }: Named): string => `El campo «${label}»`
const value = ({ label }: Named): string => `El valor de «${label}»`
const many = (limit: string, one: string, more: string): string => `${limit} ${limit === "1" ? one : more}`
const isTime = ({ type }: Named): boolean => type === "date" || type === "time" || type === "datetime"
const items = ({ limit, type }: Named): string =>
  type === "list" ? many(limit, "fila", "filas") : many(limit, "opción", "opciones")
/** A point in time that a value is before or after. */
const since = (about: Named): string => `${about.type === "time" ? "a las" : "al"} ${about.limit}`
/** Without decimals: Spain writes a comma and Mexico a point. */
const kinds: { readonly [T in Named["type"]]?: string } = {
  integer: "un número entero, como 12",
  number: "un número",
  money: "un importe",
  boolean: "sí o no",
  date: "una fecha que exista",
  time: "una hora, como 09:30",
  datetime: "una fecha y una hora",
  email: "una dirección de correo electrónico, como nombre@example.com",
  url: "una dirección web que empiece por https://",
  phone: "un número de teléfono de 5 a 20 dígitos",
  file: "un archivo subido"
}

export const es: Words = {
  language: "es",
  yes: "Sí",
  no: "No",
  choose: "Elegir",
  search: (count) => `Escriba para encontrar una de ${count.toLocaleString("es")} opciones.`,
  required: "obligatorio",
  marked: "Los campos con * son obligatorios.",
  timesIn: (zone) => `Hora (${zone})`,
  row: (list, number) => `${list} ${number}`,
  add: (list) => `Añadir a «${list}»`,
  remove: "Quitar",
  up: "Subir",
  down: "Bajar",
  noRows: "Nada por ahora.",
  rowsOf: (first, last, all) => `${first} a ${last} de ${all}`,
  previous: "Anterior",
  next: "Siguiente",
  step: (number, count) => `Paso ${number} de ${count}`,
  back: "Atrás",
  onwards: "Continuar",
  why: "Por qué",
  isHidden: (label) => `«${label}» está oculto`,
  summary: (count) => (count === 1 ? "Hay un problema" : `Hay ${count} problemas`),
  outcomes: "Resultados",
  missing: (count) => (count === 1 ? "Falta 1 respuesta" : `Faltan ${count} respuestas`),
  send: "Enviar",
  sending: "Enviando…",
  sent: (reference) => (reference === undefined ? "Enviado. Gracias." : `Enviado. Su referencia es ${reference}.`),
  refused: "No se ha podido enviar",
  unreachable: "El servidor no responde. Lo que ha rellenado sigue aquí: inténtelo de nuevo.",
  unavailable: "Este formulario no se puede mostrar en este momento.",
  uploading: (name) => `Subiendo ${name}…`,
  uploaded: (name) => `${name} se ha subido.`,
  removed: "El archivo se ha quitado.",
  download: "Descargar",
  fileType: (label, types) => `«${label}» solo admite archivos de estos tipos: ${types}.`,
  notOffered: (label, option) => `«${label}» no ofrece «${option}» con las demás respuestas tal como están.`,
  problems: {
    required: (about) => `${field(about)} es obligatorio.`,
    type: (about) => `${field(about)} debe contener ${kinds[about.type] ?? "otro tipo de valor"}.`,
    unknown_field: ({ label }) => `No hay ningún campo «${label}».`,
    min: (about) => `${value(about)} es ${isTime(about) ? `anterior ${since(about)}` : `menor que ${about.limit}`}.`,
    max: (about) => `${value(about)} es ${isTime(about) ? `posterior ${since(about)}` : `mayor que ${about.limit}`}.`,
    min_length: (about) => `${field(about)} tiene menos de ${many(about.limit, "carácter", "caracteres")}.`,
    max_length: (about) => `${field(about)} tiene más de ${many(about.limit, "carácter", "caracteres")}.`,
    pattern: (about) =>
      `${field(about)} ${kinds[about.type] === undefined ? "no tiene el formato requerido" : `debe contener ${kinds[about.type]}`}.`,
    choice: (about) => `${value(about)} no es ninguna de las opciones.`,
    decimals: (about) =>
      about.limit === "0"
        ? `${field(about)} debe contener un número entero.`
        : `${field(about)} tiene más de ${many(about.limit, "decimal", "decimales")}.`,
    min_items: (about) => `${field(about)} requiere al menos ${items(about)}.`,
    max_items: (about) => `${field(about)} admite como máximo ${items(about)}.`,
    unique: (about) => `${value(about)} está repetido.`,
    storable: (about) => `${field(about)} contiene un carácter que no se puede guardar.`,
    too_large: (about) =>
      about.type === "file"
        ? `Un archivo de «${about.label}» puede tener ${about.limit} como máximo.`
        : `${value(about)} es demasiado grande.`
  }
}
