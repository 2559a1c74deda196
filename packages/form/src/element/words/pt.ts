import type { Named, Words } from "./Words.ts"

const field = ({ label }: Named): string => `O campo “${label}”`
const value = ({ label }: Named): string => `O valor de “${label}”`
const many = (limit: string, one: string, more: string): string => `${limit} ${limit === "1" ? one : more}`
const isTime = ({ type }: Named): boolean => type === "date" || type === "time" || type === "datetime"
const items = ({ limit, type }: Named): string =>
  type === "list" ? many(limit, "linha", "linhas") : many(limit, "opção", "opções")
/** A point in time that a value is before or after. */
const since = (about: Named): string => `${about.type === "time" ? "às" : "a"} ${about.limit}`
const kinds: { readonly [T in Named["type"]]?: string } = {
  integer: "um número inteiro, como 12",
  number: "um número, como 12,5",
  money: "um valor em dinheiro, como 12,50",
  boolean: "sim ou não",
  date: "uma data que exista",
  time: "uma hora, como 09:30",
  datetime: "uma data e uma hora",
  email: "um endereço de e-mail, como nome@example.com",
  url: "um endereço web que comece por https://",
  phone: "um número de telefone de 5 a 20 dígitos",
  file: "um arquivo carregado"
}

/** Sentences that are right in Portugal and in Brazil. */
export const pt: Words = {
  language: "pt",
  yes: "Sim",
  no: "Não",
  choose: "Escolher",
  search: (count) => `Escreva para encontrar uma de ${count.toLocaleString("pt")} opções.`,
  required: "obrigatório",
  marked: "Os campos com * são obrigatórios.",
  timesIn: (zone) => `Hora (${zone})`,
  row: (list, number) => `${list} ${number}`,
  add: (list) => `Adicionar a “${list}”`,
  remove: "Remover",
  up: "Mover para cima",
  down: "Mover para baixo",
  noRows: "Nada por enquanto.",
  rowsOf: (first, last, all) => `${first} a ${last} de ${all}`,
  previous: "Anterior",
  next: "Seguinte",
  step: (number, count) => `Etapa ${number} de ${count}`,
  back: "Voltar",
  onwards: "Continuar",
  why: "Motivo",
  isHidden: (label) => `“${label}” está oculto`,
  summary: (count) => (count === 1 ? "Há um problema" : `Há ${count} problemas`),
  outcomes: "Resultados",
  missing: (count) => (count === 1 ? "Falta 1 resposta" : `Faltam ${count} respostas`),
  send: "Enviar",
  sending: "Envio em curso…",
  sent: (reference) => (reference === undefined ? "Enviado. Agradecemos." : `Enviado. A referência é ${reference}.`),
  refused: "Não foi possível enviar",
  unreachable: "O servidor não responde. O que foi preenchido continua aqui: tente de novo.",
  unavailable: "Este formulário não pode ser mostrado neste momento.",
  uploading: (name) => `Carregamento de ${name}…`,
  uploaded: (name) => `${name} foi carregado.`,
  removed: "O arquivo foi removido.",
  download: "Download",
  fileType: (label, types) => `“${label}” só aceita arquivos destes tipos: ${types}.`,
  notOffered: (label, option) => `“${label}” não oferece “${option}” com as outras respostas como estão.`,
  problems: {
    required: (about) => `${field(about)} é obrigatório.`,
    type: (about) => `${field(about)} deve conter ${kinds[about.type] ?? "outro tipo de valor"}.`,
    unknown_field: ({ label }) => `Não há nenhum campo “${label}”.`,
    min: (about) => `${value(about)} é ${isTime(about) ? `anterior ${since(about)}` : `menor do que ${about.limit}`}.`,
    max: (about) => `${value(about)} é ${isTime(about) ? `posterior ${since(about)}` : `maior do que ${about.limit}`}.`,
    min_length: (about) => `${field(about)} tem menos de ${many(about.limit, "caractere", "caracteres")}.`,
    max_length: (about) => `${field(about)} tem mais de ${many(about.limit, "caractere", "caracteres")}.`,
    pattern: (about) =>
      `${field(about)} ${kinds[about.type] === undefined ? "não tem o formato pedido" : `deve conter ${kinds[about.type]}`}.`,
    choice: (about) => `${value(about)} não é nenhuma das opções.`,
    decimals: (about) =>
      about.limit === "0"
        ? `${field(about)} deve conter um número inteiro.`
        : `${field(about)} tem mais de ${many(about.limit, "casa decimal", "casas decimais")}.`,
    min_items: (about) => `${field(about)} precisa de pelo menos ${items(about)}.`,
    max_items: (about) => `${field(about)} aceita no máximo ${items(about)}.`,
    unique: (about) => `${value(about)} está repetido.`,
    storable: (about) => `${field(about)} contém um caractere que não pode ser armazenado.`,
    too_large: (about) =>
      about.type === "file"
        ? `Um arquivo de “${about.label}” pode ter ${about.limit} no máximo.`
        : `${value(about)} é grande demais.`
  }
}
