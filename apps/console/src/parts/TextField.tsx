/** A labelled line of text. What is wrong with it stands below it and is read with it. */
import { FieldError } from "react-aria-components/FieldError"
import { Input } from "react-aria-components/Input"
import { Label } from "react-aria-components/Label"
import { Text } from "react-aria-components/Text"
import { TextArea } from "react-aria-components/TextArea"
import { TextField as AriaTextField } from "react-aria-components/TextField"
import type { TextFieldProps as AriaProps } from "react-aria-components/TextField"
import { useMessages } from "../messages/useMessages.ts"
import { Foreign } from "./Foreign.tsx"
import styles from "./Field.module.css"

interface TextFieldProps extends Omit<AriaProps, "className" | "children"> {
  readonly label: string
  readonly description?: string
  readonly placeholder?: string
  /** The sentence that stands below it. Nothing stands there if it is empty. */
  readonly problem?: string
  readonly rows?: number
  readonly isOptional?: boolean
}

export const TextField = (props: TextFieldProps) => {
  const { description, isOptional = false, label, placeholder, problem = "", rows, ...rest } = props
  const { common } = useMessages()
  return (
    <AriaTextField
      {...rest}
      // Otherwise the browser would hold back a form with a problem of the server's until the problem is gone.
      {...(problem === "" ? {} : { validationBehavior: "aria" })}
      className={styles.field ?? ""}
      isInvalid={problem === "" ? undefined : true}
    >
      <Label className={styles.label}>
        {label}
        {isOptional && <span className={styles.optional}>{common.optional}</span>}
      </Label>
      {rows === undefined ? (
        <Input className={styles.input ?? ""} placeholder={placeholder} />
      ) : (
        <TextArea className={styles.input ?? ""} placeholder={placeholder} rows={rows} />
      )}
      <div className={styles.below}>
        {description !== undefined && (
          <Text slot="description" className={styles.description}>
            {description}
          </Text>
        )}
        <FieldError className={styles.problem ?? ""}>
          {({ validationErrors }) => <Foreign text={problem === "" ? validationErrors.join(" ") : problem} />}
        </FieldError>
      </div>
    </AriaTextField>
  )
}
