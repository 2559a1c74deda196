/** One example: its name, whether it gives what is expected, and what it gives where it does not. */
import type { Finding } from "@formwork/rules/Expectation"
import { useMessages } from "../../../../messages/useMessages.ts"
import { Badge } from "../../../../parts/Badge.tsx"
import { Button } from "../../../../parts/Button.tsx"
import { Disclosure } from "../../../../parts/Disclosure.tsx"
import { Foreign } from "../../../../parts/Foreign.tsx"
import { Menu } from "../../../../parts/Menu.tsx"
import { Table } from "../../../../parts/Table.tsx"
import styles from "./ExamplesTab.module.css"
import type { RunExample } from "./useExamples.ts"

export type ExampleAction = "load" | "replace" | "expect" | "rename" | "delete"

interface ExampleProps {
  readonly run: RunExample
  readonly mayWrite: boolean
  readonly onAct: (action: ExampleAction) => void
}

export const Example = ({ mayWrite, onAct, run }: ExampleProps) => {
  const { examples: words } = useMessages().tryOut
  const { example, expected, isMet } = run
  const actions = (["replace", "expect", "rename", "delete"] as const).map((id) => ({
    id,
    label: words.actions[id],
    onAction: () => onAct(id),
    isDanger: id === "delete",
    isDisabled: !mayWrite || (id === "expect" && run.result === undefined)
  }))
  const unmet = expected.filter((one) => !one.isMet).length
  return (
    <li className={styles.example}>
      <div className={styles.head}>
        <span className={styles.name}>
          <Foreign text={example.name} isName />
        </span>
        <Badge tone={isMet === undefined ? "neutral" : isMet ? "ok" : "error"}>
          {isMet === undefined ? words.notRun : isMet ? words.met : words.unmet({ n: unmet })}
        </Badge>
        {example.today !== undefined && <span className={styles.quiet}>{words.on({ today: example.today })}</span>}
        <span className={styles.menu}>
          <Button size="small" label={words.load({ name: example.name })} onPress={() => onAct("load")}>
            {words.fill}
          </Button>
          <Menu label={words.more({ name: example.name })} isSign actions={actions}>
            ⋯
          </Menu>
        </span>
      </div>
      {expected.length > 0 && (
        <Disclosure key={String(isMet)} summary={words.expectsN({ n: expected.length })} isOpen={isMet === false}>
          <Comparison name={example.name} expected={expected} />
        </Disclosure>
      )}
    </li>
  )
}

/** The member, and the field or the place in it. */
const What = ({ place, word }: { readonly word: string | undefined; readonly place: string | undefined }) => (
  <>
    {word} {place !== undefined && <Foreign text={place} isName />}
  </>
)

const Comparison = ({ expected, name }: { readonly name: string; readonly expected: ReadonlyArray<Finding> }) => {
  const { examples: words } = useMessages().tryOut
  const text = (value: unknown): string => words.value(value)
  return (
    <Table
      label={words.comparison({ name })}
      rows={expected.toSorted((a, b) => Number(a.isMet) - Number(b.isMet))}
      rowId={({ member, pointer }) => `${member} ${pointer}`}
      columns={[
        {
          id: "what",
          label: words.columns.what,
          cell: ({ field, member, pointer }) => (
            <What
              word={member === "calculatedData" ? undefined : words.members[member]}
              place={pointer === `/${member}` || pointer === `/${member}/${field}` ? field : pointer}
            />
          )
        },
        { id: "expected", label: words.columns.expected, cell: (one) => <Foreign text={text(one.expected)} /> },
        {
          id: "found",
          label: words.columns.found,
          cell: (one) =>
            one.isMet ? (
              <Foreign text={text(one.found)} />
            ) : (
              <Badge tone="error">
                <Foreign text={text(one.found)} />
              </Badge>
            )
        }
      ]}
    />
  )
}
