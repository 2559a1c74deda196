/** A person who belongs to several organisations chooses one by its name, after the right password. */
import { useMessages } from "../../messages/useMessages.ts"
import { Button } from "../../parts/Button.tsx"
import { Foreign } from "../../parts/Foreign.tsx"
import styles from "./SignIn.module.css"

interface OrganisationChoiceProps {
  readonly organisations: ReadonlyArray<{ readonly id: string; readonly name: string }>
  readonly onChoose: (id: string) => void
  readonly onBack: () => void
}

export const OrganisationChoice = ({ onBack, onChoose, organisations }: OrganisationChoiceProps) => {
  const { signIn: words } = useMessages()
  return (
    <div className={styles.form} role="group" aria-label={words.choose}>
      <h2 className={styles.choose}>{words.choose}</h2>
      <p>{words.chooseWhy}</p>
      {organisations.map(({ id, name }, index) => (
        <Button key={id} autoFocus={index === 0} onPress={() => onChoose(id)}>
          <Foreign text={name} isName />
        </Button>
      ))}
      <Button look="plain" onPress={onBack}>
        {words.back}
      </Button>
    </div>
  )
}
