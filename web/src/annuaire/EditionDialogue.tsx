import { LIBELLES_ERRATUM } from '@releve/contract/annuaire/annuaire.schema.ts'
import type { EditionPubliee } from '@releve/contract/document/document.schema.ts'
import { BoutonAction } from '../ui/BoutonAction.tsx'
import { Dialogue } from '../ui/Dialogue.tsx'
import { formatDate } from '../ui/format.ts'
import { Note } from '../ui/Note.tsx'
import { useEditions } from './annuaire.queries.ts'
import { textesAnnuaire } from './annuaire.textes.ts'
import { Comparer } from './Differences.tsx'
import Telecharger from './Telecharger.tsx'
import './annuaire.css'

const t = textesAnnuaire.document

function Errata({ edition: celle, errata }: EditionPubliee) {
  if (errata.length === 0) return <p>{t.sansErratum}</p>
  return (
    <ul className="ann-liste">
      {errata.map(({ edition, nature, texte, le }) => (
        <li key={edition}>
          <p className="ann-prose">
            <strong>
              {t.erratum(textesAnnuaire.editionNumero(edition), le && formatDate(le))}
              {LIBELLES_ERRATUM[nature]}.
            </strong>{' '}
            {texte}
          </p>
          {edition > celle && <Note>{t.absent}</Note>}
        </li>
      ))}
    </ul>
  )
}

type Props = { titre: string; edition: EditionPubliee; onFermer: () => void }

/** The files of a published edition, what was corrected of its year, and its editions compared. */
export default function EditionDialogue({ titre, edition, onFermer }: Props) {
  const { annee, remplaceePar } = edition
  const siennes = useEditions().data?.filter((une) => une.annee === annee) ?? []
  return (
    <Dialogue
      ouvert
      titre={titre}
      largeur="lg"
      onFermer={onFermer}
      actions={
        <BoutonAction variant="text" onClick={onFermer} data-focus>
          {t.fermer}
        </BoutonAction>
      }
    >
      <section className="ann-texte">
        <h3>{t.fichiers}</h3>
        {remplaceePar !== null && <Note>{t.remplacee(remplaceePar)}</Note>}
        <Telecharger annuaire={edition} />
      </section>
      <section className="ann-texte">
        <h3>{textesAnnuaire.annexes.errata}</h3>
        <Errata {...edition} />
        <Comparer annee={annee} editions={siennes} />
      </section>
    </Dialogue>
  )
}
