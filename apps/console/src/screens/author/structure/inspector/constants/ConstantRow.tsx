/** A constant: its name, which changes everywhere once it is left, its type and its value. */
import { constantTypes } from "@formwork/rules/ConstantDefinition"
import { useState } from "react"
import { useMessages } from "../../../../../messages/useMessages.ts"
import { Button } from "../../../../../parts/Button.tsx"
import { classes } from "../../../../../parts/classes.ts"
import { Foreign } from "../../../../../parts/Foreign.tsx"
import { below, isWithin } from "../../../document/pointer.ts"
import type { StructureTools } from "../../StructureTools.ts"
import inspector from "../Inspector.module.css"
import { wordFor } from "../wordFor.ts"
import styles from "../workflow/Workflow.module.css"
import row from "./Constants.module.css"
import { type ConstantOf, firstOf, valueJson } from "./constantsOf.ts"

interface ConstantRowProps {
  readonly constant: ConstantOf
  /** Of the constants. */
  readonly pointer: string
  readonly isDisabled: boolean
  readonly tools: StructureTools
}

/** The name as it is typed. It stays in the control until the constant can have it. */
const useName = ({ constant, pointer, tools }: ConstantRowProps) => {
  const [typed, setTyped] = useState<string>()
  const [refused, setRefused] = useState("")
  return {
    name: typed ?? constant.name,
    refused,
    type: (next: string): void => {
      setTyped(next)
      setRefused("")
    },
    rename: async (): Promise<void> => {
      if (typed === undefined || typed === constant.name) return setTyped(undefined)
      const why = await tools.rename(below(pointer, constant.name), typed)
      if (typeof why === "string") setRefused(why)
      else setTyped(undefined)
    }
  }
}

/** An amount of money has its currency beside it. */
const ValueCell = ({
  constant,
  isDisabled,
  isWrong,
  pointer,
  tools
}: ConstantRowProps & { readonly isWrong: boolean }) => {
  const { constants: words } = useMessages().structure
  const { currency, name, type, value } = constant
  const set = (member: string, json: string): void =>
    void tools.store.edit(
      { edit: "set", pointer: below(below(pointer, name), member), json, after: ["type"] },
      { typing: true }
    )
  return (
    <td>
      <input
        className={styles.input}
        aria-label={words.valueOf({ name })}
        aria-invalid={isWrong}
        disabled={isDisabled}
        value={value}
        onChange={({ target }) => set("value", valueJson(type, target.value))}
      />
      {type === "money" && (
        <input
          className={styles.input}
          aria-label={words.currencyOf({ name })}
          disabled={isDisabled}
          value={currency}
          onChange={({ target }) => set("currency", JSON.stringify(target.value))}
        />
      )}
    </td>
  )
}

const TypeCell = ({ constant: { name, type }, isDisabled, pointer, tools }: ConstantRowProps) => {
  const { structure } = useMessages()
  return (
    <td>
      <select
        className={styles.input}
        aria-label={structure.constants.typeOf({ name })}
        disabled={isDisabled}
        value={type}
        onChange={({ target }) =>
          tools.store.edit(
            { edit: "set", pointer: below(pointer, name), json: firstOf(target.value) },
            { isQuiet: true }
          )
        }
      >
        {constantTypes.map((one) => (
          <option key={one} value={one}>
            {wordFor(structure.types, one) ?? one}
          </option>
        ))}
      </select>
    </td>
  )
}

export const ConstantRow = (props: ConstantRowProps) => {
  const { constant, isDisabled, pointer, tools } = props
  const { structure } = useMessages()
  const { name } = constant
  const at = below(pointer, name)
  const own = useName(props)
  const problem = own.refused || tools.faults.find((fault) => isWithin(fault.pointer, at))?.message || ""
  return (
    <>
      <tr>
        <td>
          <input
            className={styles.input}
            aria-label={structure.constants.nameOf({ name })}
            aria-invalid={problem !== ""}
            disabled={isDisabled}
            spellCheck="false"
            value={own.name}
            onChange={({ target }) => own.type(target.value)}
            onBlur={() => void own.rename()}
            onKeyDown={({ key }) => key === "Enter" && void own.rename()}
          />
        </td>
        <TypeCell {...props} />
        <ValueCell {...props} isWrong={problem !== ""} />
        <td className={styles.button}>
          <Button
            size="small"
            look="plain"
            isDisabled={isDisabled}
            label={structure.remove({ name })}
            onPress={() => tools.store.edit({ edit: "remove", pointer: at }, { isQuiet: true })}
          >
            ✕
          </Button>
        </td>
      </tr>
      {problem !== "" && (
        <tr>
          <td colSpan={4}>
            <p className={classes(inspector.problem, row.problem)}>
              <Foreign text={problem} />
            </p>
          </td>
        </tr>
      )}
    </>
  )
}
