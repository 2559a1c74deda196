/** What an operation answers: what it gives, and each code with which it refuses. */
import { useMessages } from "../../messages/useMessages.ts"
import { Disclosure } from "../../parts/Disclosure.tsx"
import { Foreign } from "../../parts/Foreign.tsx"
import { Section } from "../../parts/Section.tsx"
import { Table } from "../../parts/Table.tsx"
import type { Answer, Operation } from "./document/Operation.ts"
import { type Refusal, refusalsOf } from "./document/refusalsOf.ts"
import { Described } from "./schema/Described.tsx"
import { SchemaTree } from "./schema/SchemaTree.tsx"
import styles from "./Reference.module.css"

/** The server's page about a code (docs/problems.md). */
const pageOf = (code: string): string => `/docs/problems/${encodeURIComponent(code.toLowerCase().replaceAll("_", "-"))}`

const Given = ({ answer, operation }: { readonly answer: Answer; readonly operation: Operation }) => {
  const { reference } = useMessages()
  return (
    <Section title={reference.answer(answer)} description={<Described text={answer.description} />}>
      {answer.contents.length === 0 && <p>{reference.empty}</p>}
      {answer.contents.map(({ schema, type }) => (
        <div key={type} className={styles.content}>
          <p>
            <code>
              <Foreign text={type} />
            </code>
          </p>
          <SchemaTree schemas={operation.schemas} schema={schema} label={reference.answer(answer)} />
        </div>
      ))}
      {answer.headers.length > 0 && (
        <Disclosure summary={reference.headers}>
          <dl className={styles.parameters}>
            {answer.headers.map(({ description, name }) => (
              <div key={name} className={styles.parameter}>
                <dt>
                  <code className={styles.name}>
                    <Foreign text={name} />
                  </code>
                </dt>
                <dd>
                  <Described text={description} />
                </dd>
              </div>
            ))}
          </dl>
        </Disclosure>
      )}
    </Section>
  )
}

const Refusals = ({ operation }: { readonly operation: Operation }) => {
  const { reference } = useMessages()
  const refusals = refusalsOf(operation)
  if (refusals.length === 0) return null
  return (
    <Section title={reference.refusals} description={reference.refusalsWhy}>
      <Table<Refusal>
        label={reference.refusals}
        rows={refusals}
        // Two refusals can have the same code.
        rowId={({ code, description, name, status }) => `${status} ${code} ${name} ${description}`}
        columns={[
          {
            id: "code",
            label: reference.code,
            cell: ({ code }) => (
              <a href={pageOf(code)} target="_blank" rel="noreferrer">
                <code>
                  <Foreign text={code} />
                </code>
              </a>
            )
          },
          { id: "status", label: reference.status, cell: ({ status }) => status },
          {
            id: "means",
            label: reference.means,
            cell: ({ description, extra, name }) => (
              <>
                <Described text={description} />
                {extra !== undefined && (
                  <Disclosure summary={<Foreign text={reference.members({ name })} />}>
                    <SchemaTree schemas={operation.schemas} schema={extra} label={name} />
                  </Disclosure>
                )}
              </>
            )
          }
        ]}
      />
    </Section>
  )
}

export const Answers = ({ operation }: { readonly operation: Operation }) => (
  <>
    {operation.answers
      .filter(({ status }) => status < 400)
      .map((answer) => (
        <Given key={answer.status} answer={answer} operation={operation} />
      ))}
    <Refusals operation={operation} />
  </>
)
