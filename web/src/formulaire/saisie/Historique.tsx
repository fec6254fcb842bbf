import type { Formulaire, LigneHistorique } from '@releve/contract/formulaire/formulaire.schema.ts'
import { LIBELLES_ETATS } from '@releve/contract/formulaire/formulaire.schema.ts'
import { useId, useState } from 'react'
import { useCodification } from '../../codification/codification.queries.ts'
import { BoutonAction } from '../../ui/BoutonAction.tsx'
import { Chargement } from '../../ui/Chargement.tsx'
import { Dialogue } from '../../ui/Dialogue.tsx'
import { formatInstant } from '../../ui/format.ts'
import { Pagination } from '../../ui/Pagination.tsx'
import { useHistorique } from '../formulaire.queries.ts'
import { TEXTES } from './saisie.textes.ts'
import type { Saisie } from './saisie.types.ts'
import { texteLecture } from './texte.ts'

const TAILLE = 20

type Props = { formulaire: Formulaire; saisie: Saisie; fermer: () => void }

/** Who did what, when, on behalf of whom, and which cells went from which value to which. */
export function Historique({ formulaire, saisie, fermer }: Props) {
  const [page, setPage] = useState(1)
  const requete = useHistorique(formulaire.numero, { page, taille: TAILLE })
  return (
    <Dialogue
      ouvert
      titre={TEXTES.journal.titre}
      largeur="md"
      onFermer={fermer}
      actions={<BoutonAction onClick={fermer}>{TEXTES.fermer}</BoutonAction>}
    >
      <Chargement requete={requete}>
        {({ elements, total }) => (
          <>
            {elements.length === 0 && <p>{TEXTES.journal.vide}</p>}
            <ol className="s-historique">
              {elements.map((ligne) => (
                <Acte
                  key={`${ligne.le} ${ligne.action} ${ligne.agent}`}
                  ligne={ligne}
                  saisie={saisie}
                />
              ))}
            </ol>
            <Pagination page={page} taille={TAILLE} total={total} onPage={setPage} />
          </>
        )}
      </Chargement>
    </Dialogue>
  )
}

function nomActe(action: string): string {
  const noms: Record<string, string> = TEXTES.journal.actions
  return noms[action] ?? action
}

function Acte({ ligne, saisie }: { ligne: LigneHistorique; saisie: Saisie }) {
  const { le, agent, auNomDe, action, de, vers, force, motif, texte, cellules } = ligne
  const { data: motifs = [] } = useCodification('MOTIF_RENVOI')
  const raison = motifs.find(({ code }) => code === motif)?.libelle ?? motif
  return (
    <li>
      <p className="s-acte">
        <strong>{nomActe(action)}</strong>
        {de !== vers && (
          <span>{TEXTES.journal.passage(de && LIBELLES_ETATS[de], LIBELLES_ETATS[vers])}</span>
        )}
        {force && <span>{TEXTES.journal.force}</span>}
      </p>
      <p className="s-aide">
        <time dateTime={le}>{formatInstant(le)}</time> · {agent}
        {auNomDe && `, ${TEXTES.journal.auNomDe(auNomDe)}`}
      </p>
      {(raison || texte) && <p>{[raison, texte].filter(Boolean).join('. ')}</p>}
      {cellules.length > 0 && <Cases cellules={cellules} saisie={saisie} />}
    </li>
  )
}

type CasesProps = { cellules: LigneHistorique['cellules']; saisie: Saisie }

function Cases({ cellules, saisie }: CasesProps) {
  const titre = useId()
  return (
    <details>
      <summary id={titre}>{TEXTES.journal.cases(cellules.length)}</summary>
      <table className="s-table s-table-journal" aria-labelledby={titre}>
        <thead>
          <tr>
            <th scope="col">{TEXTES.journal.cellule}</th>
            <th scope="col">{TEXTES.journal.avant}</th>
            <th scope="col">{TEXTES.journal.apres}</th>
          </tr>
        </thead>
        <tbody>
          {cellules.map(({ cellule: adresse, avant, apres }) => {
            const cellule = saisie.celluleDe(adresse)
            const dire = (valeur: typeof avant) =>
              cellule ? texteLecture(cellule, valeur) || '—' : String(valeur ?? '—')
            return (
              <tr key={adresse}>
                <th scope="row">{cellule?.libelle ?? adresse}</th>
                <td>{dire(avant)}</td>
                <td>{dire(apres)}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </details>
  )
}
