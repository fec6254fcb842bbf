import { BoutonAction } from '../ui/BoutonAction.tsx'
import { formatPart } from '../ui/format.ts'
import { Invisible } from '../ui/Invisible.tsx'
import { textesDocument } from './document.textes.ts'
import './document.css'

const t = textesDocument.transfert

type Props = { nom: string; part: number; onAnnuler?: () => void }

/** How much of a file has left, and what gives it up. */
export function Avancee({ nom, part, onAnnuler }: Props) {
  return (
    <div className="doc-avancee">
      <progress aria-label={t.avancee(nom)} max={1} value={part} />
      <span aria-hidden="true">{part < 1 ? formatPart(part) : t.verification}</span>
      {onAnnuler && (
        <BoutonAction size="small" icone="fermer" onClick={onAnnuler}>
          {t.annuler}
        </BoutonAction>
      )}
      {/* Said once, and not at each byte. */}
      <Invisible role="status">{part < 1 ? t.enCours(nom) : t.verification}</Invisible>
    </div>
  )
}
