import type { Words } from "./Words.ts"

export const es: Words = {
  language: "es",
  sizes: ["bytes", "kB", "MB"],
  answers: { yes: "Sí", no: "No" },
  trace: {
    shown: {
      true: "{name} se muestra",
      false: "{name} no se muestra",
      null: "{name} no se muestra, porque no se sabe si su condición se cumple"
    },
    required: {
      true: "{name} requiere un valor",
      false: "{name} no requiere ningún valor",
      null: "{name} no requiere ningún valor, porque no se sabe si su condición se cumple"
    },
    offered: {
      true: "{name} ofrece «{option}»",
      false: "{name} no ofrece «{option}»",
      null: "{name} no ofrece «{option}», porque no se sabe si su condición se cumple"
    },
    check: {
      true: "la comprobación {name} se cumple",
      false: "la comprobación {name} no se cumple",
      null: "no se conoce el resultado de la comprobación {name}, que no rechaza nada"
    },
    outcome: {
      true: "el resultado {name} se produce",
      false: "el resultado {name} no se produce",
      null: "el resultado {name} no se produce, porque no se sabe si su condición se cumple"
    },
    effect: {
      true: "el efecto {name} se activa",
      false: "el efecto {name} no se activa",
      null: "el efecto {name} no se activa, porque no se sabe si su condición se cumple"
    },
    section: "la sección {name}",
    rows: "el número de filas de {name}",
    row: "el número de la fila de {name}",
    value: "{name} es {value}",
    missing: "{name} no tiene valor",
    empty: "{name} está sin elementos",
    noValue: "sin valor",
    nothing: "sin elementos",
    moreItems: "{shown} y {count} más",
    from: "{fact}: {read}.",
    separator: "; ",
    last: "{all}; {last}",
    more: "{all}; y {count} más"
  },
  problems: {
    required: "El campo «{label}» es obligatorio.",
    "type/boolean": "El campo «{label}» debe ser true o false.",
    "type/text": "El campo «{label}» debe ser un texto.",
    "type/integer": "El campo «{label}» debe ser un número entero.",
    "type/number": "El campo «{label}» debe ser un número.",
    "type/money": 'El campo «{label}» debe ser un importe, escrito como "123.40".',
    "type/date": "El campo «{label}» debe ser una fecha, escrita como 2024-12-31.",
    "type/time": "El campo «{label}» debe ser una hora, escrita como 09:30.",
    "type/datetime":
      "El campo «{label}» debe ser una fecha con hora y desfase horario, escrita como 2024-12-31T09:30:00Z.",
    "type/choice": "El campo «{label}» debe ser una de sus opciones.",
    "type/choices": "El campo «{label}» debe ser una lista de opciones.",
    "type/file": "El campo «{label}» debe ser el identificador de un archivo subido.",
    "type/noUpload":
      "El campo «{label}» no nombra ningún archivo subido para este formulario. Suba primero el archivo y envíe el identificador de la respuesta.",
    "type/mediaType": "El archivo de «{label}» es del tipo {mediaType}. Se admiten: {taken}.",
    "type/emptyFile": "El archivo de «{label}» está vacío.",
    "type/otherBytes": "El archivo de «{label}» se declara del tipo {said}, pero su contenido es del tipo {found}.",
    "type/unlikeBytes": "El archivo de «{label}» se declara del tipo {said}, pero su contenido es de otra clase.",
    "type/list": "El campo «{label}» debe ser una lista.",
    "type/row": "Una fila de «{label}» debe ser un objeto.",
    "type/group": "El grupo «{name}» debe ser un objeto.",
    storable: "El campo «{label}» contiene un carácter que no se puede guardar.",
    "decimals/none": "El campo «{label}» debe ser un número entero.",
    decimals: {
      one: "El campo «{label}» tiene más de {limit} decimal.",
      other: "El campo «{label}» tiene más de {limit} decimales."
    },
    too_large: "El valor de «{label}» es demasiado grande.",
    "too_large/limit": "El valor de «{label}» es demasiado grande: el máximo es {limit}.",
    "too_large/file": "El archivo de «{label}» tiene {size}; se admiten como máximo {most}.",
    min: "El valor de «{label}» es menor que {limit}.",
    max: "El valor de «{label}» es mayor que {limit}.",
    "min/date": "El valor de «{label}» es anterior al {limit}.",
    "max/date": "El valor de «{label}» es posterior al {limit}.",
    "min/time": "El valor de «{label}» es anterior a las {limit}.",
    "max/time": "El valor de «{label}» es posterior a las {limit}.",
    min_length: {
      one: "El campo «{label}» tiene menos de {limit} carácter.",
      other: "El campo «{label}» tiene menos de {limit} caracteres."
    },
    max_length: {
      one: "El campo «{label}» tiene más de {limit} carácter.",
      other: "El campo «{label}» tiene más de {limit} caracteres."
    },
    pattern: "El campo «{label}» no tiene el formato requerido.",
    "pattern/email": "El campo «{label}» no es una dirección de correo electrónico, como nombre@example.com.",
    "pattern/url": "El campo «{label}» no es una dirección web que empiece por http:// o https://.",
    "pattern/phone": "El campo «{label}» no es un número de teléfono de 5 a 20 dígitos.",
    choice: "El campo «{label}» no tiene la opción «{option}».",
    "choice/notOffered": "El campo «{label}» no ofrece «{option}» con las demás respuestas tal como están.",
    "min_items/options": {
      one: "El campo «{label}» tiene menos de {limit} opción elegida.",
      other: "El campo «{label}» tiene menos de {limit} opciones elegidas."
    },
    "max_items/options": {
      one: "El campo «{label}» tiene más de {limit} opción elegida.",
      other: "El campo «{label}» tiene más de {limit} opciones elegidas."
    },
    "min_items/rows": {
      one: "El campo «{label}» tiene menos de {limit} fila.",
      other: "El campo «{label}» tiene menos de {limit} filas."
    },
    "max_items/rows": {
      one: "El campo «{label}» tiene más de {limit} fila.",
      other: "El campo «{label}» tiene más de {limit} filas."
    },
    "unique/option": "El campo «{label}» contiene dos veces la misma opción.",
    "unique/row": "Esta fila de «{label}» está repetida.",
    "unique/value": "El valor de «{label}» es el mismo que en otra fila.",
    "unique/file": "El archivo de «{label}» ya forma parte de otro envío. Vuelva a subirlo.",
    unknown_field: "No hay ningún campo «{name}».",
    "unknown_field/near": "No hay ningún campo «{name}». ¿Quiso decir {near}?",
    "unknown_field/group": "No hay ningún miembro «{name}»: envíe {part} en un objeto {group}.",
    "rule/internal": "Estos valores dan un resultado que el formulario no permite."
  },
  signs: { decimal: ",", group: ".", groupedFrom: 5, date: "$3/$2/$1" }
}
