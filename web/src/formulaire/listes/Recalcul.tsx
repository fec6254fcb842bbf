import { Note } from '../../ui/Note.tsx'
import { textesListes } from './listes.textes.ts'

type Props = { liste: { recalcul?: true | undefined } | undefined }

/** Some reports are being computed again: what a list counts of them is of before. */
export const Recalcul = ({ liste }: Props) =>
  liste?.recalcul && <Note>{textesListes.recalcul}</Note>
