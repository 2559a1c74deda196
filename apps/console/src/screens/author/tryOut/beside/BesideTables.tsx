/** Pairs of results and of rules, a row each, with what differs marked. */
import type { ReactNode } from "react"
import type { Json } from "@formwork/rules/Json"
import { useMessages } from "../../../../messages/useMessages.ts"
import { Badge } from "../../../../parts/Badge.tsx"
import { Button } from "../../../../parts/Button.tsx"
import { Foreign } from "../../../../parts/Foreign.tsx"
import { Table } from "../../../../parts/Table.tsx"
import type { Authoring } from "../../authoring/Authoring.ts"
import { valueText } from "../../source/valueText.ts"
import type { besideResults, Pair, PlacedRule } from "./beside.ts"
import styles from "./BesideTab.module.css"

/** Rows of a table: a form of 500 fields may have ten times as many rules. */
const SHOWN = 200

type Found = ReturnType<typeof besideResults>[number]

const What = ({ children, differs }: { readonly children: ReactNode; readonly differs: boolean }) => {
  const { beside: words } = useMessages().tryOut
  return (
    <span className={styles.what}>
      {children} {differs && <Badge tone="warning">{words.differs}</Badge>}
    </span>
  )
}

const Value = ({ value }: { readonly value: Json | undefined }) => {
  const { source, tryOut } = useMessages()
  if (value === undefined) return <span className={styles.absent}>{tryOut.beside.absent}</span>
  if (typeof value === "boolean") return <>{value ? tryOut.beside.yes : tryOut.beside.no}</>
  return <Foreign text={valueText(value, source.missing)} />
}

const More = ({ n }: { readonly n: number }) => {
  const { beside: words } = useMessages().tryOut
  return n > 0 ? <p>{words.more({ n })}</p> : null
}

interface TableProps<A> {
  readonly pairs: ReadonlyArray<Pair<A>>
  /** Of the live version. */
  readonly number: number | undefined
}

export const ResultTable = ({
  number,
  pairs
}: {
  readonly pairs: ReadonlyArray<Found>
  readonly number: number | undefined
}) => {
  const { beside: words } = useMessages().tryOut
  if (pairs.length === 0) return null
  return (
    <>
      <Table
        label={words.results}
        rows={pairs.slice(0, SHOWN)}
        rowId={({ key }) => key}
        columns={[
          {
            id: "what",
            label: words.what,
            cell: ({ differs, draft, live }) => {
              const one = draft ?? live
              return <What differs={differs}>{one && <Foreign text={words.kinds[one.kind](one)} />}</What>
            }
          },
          { id: "draft", label: words.draft, cell: ({ draft }) => <Value value={draft?.value} /> },
          { id: "live", label: words.live({ number }), cell: ({ live }) => <Value value={live?.value} /> }
        ]}
      />
      <More n={pairs.length - SHOWN} />
    </>
  )
}

const Side = ({ isOther, placed }: { readonly placed: PlacedRule | undefined; readonly isOther: boolean }) => (
  <>
    <Value value={placed?.rule.gave} />
    {isOther && placed !== undefined && (
      <code className={styles.expression}>
        <Foreign text={placed.rule.expression.replace(/\s+/gu, " ")} />
      </code>
    )}
  </>
)

export const RuleTable = ({ authoring, number, pairs }: TableProps<PlacedRule> & { readonly authoring: Authoring }) => {
  const { beside: words, trace } = useMessages().tryOut
  if (pairs.length === 0) return null
  const isOther = ({ draft, live }: Pair<PlacedRule>): boolean => draft?.rule.expression !== live?.rule.expression
  return (
    <>
      <Table
        label={words.rules}
        rows={pairs.slice(0, SHOWN)}
        rowId={({ key }) => key}
        columns={[
          {
            id: "what",
            label: words.rule,
            cell: ({ differs, draft, live }) => {
              const one = draft ?? live
              if (one === undefined) return null
              const place = trace.place({ member: one.member, row: one.rule.row })
              return (
                <What differs={differs}>
                  {draft === undefined ? (
                    <code>{one.name}</code>
                  ) : (
                    <Button size="small" look="plain" onPress={() => authoring.reveal({ pointer: draft.rule.pointer })}>
                      <code>{one.name}</code>
                    </Button>
                  )}{" "}
                  {place}
                </What>
              )
            }
          },
          { id: "draft", label: words.draft, cell: (pair) => <Side placed={pair.draft} isOther={isOther(pair)} /> },
          {
            id: "live",
            label: words.live({ number }),
            cell: (pair) => <Side placed={pair.live} isOther={isOther(pair)} />
          }
        ]}
      />
      <More n={pairs.length - SHOWN} />
    </>
  )
}
