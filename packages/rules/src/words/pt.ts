import type { Words } from "./Words.ts"

/** Sentences that are right in Portugal and in Brazil. */
export const pt: Words = {
  language: "pt",
  sizes: ["bytes", "kB", "MB"],
  answers: { yes: "Sim", no: "Não" },
  trace: {
    shown: {
      true: "{name} aparece",
      false: "{name} não aparece",
      null: "{name} não aparece, porque não se sabe se a sua condição é verdadeira"
    },
    required: {
      true: "{name} exige um valor",
      false: "{name} não exige nenhum valor",
      null: "{name} não exige nenhum valor, porque não se sabe se a sua condição é verdadeira"
    },
    offered: {
      true: "{name} oferece “{option}”",
      false: "{name} não oferece “{option}”",
      null: "{name} não oferece “{option}”, porque não se sabe se a sua condição é verdadeira"
    },
    check: {
      true: "a verificação {name} é satisfeita",
      false: "a verificação {name} não é satisfeita",
      null: "não se conhece o resultado da verificação {name}, que não recusa nada"
    },
    outcome: {
      true: "o resultado {name} ocorre",
      false: "o resultado {name} não ocorre",
      null: "o resultado {name} não ocorre, porque não se sabe se a sua condição é verdadeira"
    },
    effect: {
      true: "o efeito {name} é disparado",
      false: "o efeito {name} não é disparado",
      null: "o efeito {name} não é disparado, porque não se sabe se a sua condição é verdadeira"
    },
    section: "a secção {name}",
    rows: "o número de linhas de {name}",
    row: "o número da linha de {name}",
    value: "{name} é {value}",
    missing: "{name} não tem valor",
    empty: "{name} está sem itens",
    noValue: "sem valor",
    nothing: "sem itens",
    moreItems: "{shown} e mais {count}",
    from: "{fact}: {read}.",
    separator: "; ",
    last: "{all}; e {last}",
    more: "{all}; e mais {count}"
  },
  problems: {
    required: "O campo “{label}” é obrigatório.",
    "type/boolean": "O campo “{label}” deve ser true ou false.",
    "type/text": "O campo “{label}” deve ser um texto.",
    "type/integer": "O campo “{label}” deve ser um número inteiro.",
    "type/number": "O campo “{label}” deve ser um número.",
    "type/money": 'O campo “{label}” deve ser um valor em dinheiro, escrito como "123.40".',
    "type/date": "O campo “{label}” deve ser uma data, escrita como 2024-12-31.",
    "type/time": "O campo “{label}” deve ser uma hora, escrita como 09:30.",
    "type/datetime": "O campo “{label}” deve ser uma data com hora e fuso horário, escrita como 2024-12-31T09:30:00Z.",
    "type/choice": "O campo “{label}” deve ser uma das suas opções.",
    "type/choices": "O campo “{label}” deve ser uma lista de opções.",
    "type/file": "O campo “{label}” deve ser o identificador de um arquivo carregado.",
    "type/noUpload":
      "O campo “{label}” não indica nenhum arquivo carregado para este formulário. Carregue primeiro o arquivo e envie o identificador da resposta.",
    "type/mediaType": "O arquivo de “{label}” é do tipo {mediaType}. São aceites: {taken}.",
    "type/emptyFile": "O arquivo de “{label}” está vazio.",
    "type/otherBytes": "O arquivo de “{label}” é declarado como {said}, mas o seu conteúdo é do tipo {found}.",
    "type/unlikeBytes": "O arquivo de “{label}” é declarado como {said}, mas o seu conteúdo é de outra natureza.",
    "type/list": "O campo “{label}” deve ser uma lista.",
    "type/row": "Uma linha de “{label}” deve ser um objeto.",
    "type/group": "O grupo “{name}” deve ser um objeto.",
    storable: "O campo “{label}” contém um caractere que não pode ser armazenado.",
    "decimals/none": "O campo “{label}” deve ser um número inteiro.",
    decimals: {
      one: "O campo “{label}” tem mais de {limit} casa decimal.",
      other: "O campo “{label}” tem mais de {limit} casas decimais."
    },
    too_large: "O valor de “{label}” é grande demais.",
    "too_large/limit": "O valor de “{label}” é grande demais: o máximo é {limit}.",
    "too_large/file": "O arquivo de “{label}” tem {size}; são aceites no máximo {most}.",
    min: "O valor de “{label}” é menor do que {limit}.",
    max: "O valor de “{label}” é maior do que {limit}.",
    "min/date": "O valor de “{label}” é anterior a {limit}.",
    "max/date": "O valor de “{label}” é posterior a {limit}.",
    "min/time": "O valor de “{label}” é anterior às {limit}.",
    "max/time": "O valor de “{label}” é posterior às {limit}.",
    min_length: {
      one: "O campo “{label}” tem menos de {limit} caractere.",
      other: "O campo “{label}” tem menos de {limit} caracteres."
    },
    max_length: {
      one: "O campo “{label}” tem mais de {limit} caractere.",
      other: "O campo “{label}” tem mais de {limit} caracteres."
    },
    pattern: "O campo “{label}” não tem o formato pedido.",
    "pattern/email": "O campo “{label}” não é um endereço de e-mail, como nome@example.com.",
    "pattern/url": "O campo “{label}” não é um endereço web iniciado por http:// ou https://.",
    "pattern/phone": "O campo “{label}” não é um número de telefone de 5 a 20 dígitos.",
    choice: "O campo “{label}” não tem a opção “{option}”.",
    "choice/notOffered": "O campo “{label}” não oferece “{option}” com as outras respostas como estão.",
    "min_items/options": {
      one: "O campo “{label}” tem menos de {limit} opção escolhida.",
      other: "O campo “{label}” tem menos de {limit} opções escolhidas."
    },
    "max_items/options": {
      one: "O campo “{label}” tem mais de {limit} opção escolhida.",
      other: "O campo “{label}” tem mais de {limit} opções escolhidas."
    },
    "min_items/rows": {
      one: "O campo “{label}” tem menos de {limit} linha.",
      other: "O campo “{label}” tem menos de {limit} linhas."
    },
    "max_items/rows": {
      one: "O campo “{label}” tem mais de {limit} linha.",
      other: "O campo “{label}” tem mais de {limit} linhas."
    },
    "unique/option": "O campo “{label}” contém a mesma opção duas vezes.",
    "unique/row": "Esta linha de “{label}” está repetida.",
    "unique/value": "O valor de “{label}” é o mesmo que em outra linha.",
    "unique/file": "O arquivo de “{label}” já faz parte de outra submissão. Carregue-o de novo.",
    unknown_field: "Não há nenhum campo “{name}”.",
    "unknown_field/near": "Não há nenhum campo “{name}”. Quis dizer {near}?",
    "unknown_field/group": "Não existe o membro “{name}”: envie {part} num objeto {group}.",
    "rule/internal": "Estes valores dão um resultado que o formulário não permite."
  },
  signs: { decimal: ",", group: ".", groupedFrom: 4, date: "$3/$2/$1" }
}
