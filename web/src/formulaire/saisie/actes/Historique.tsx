import {
  type Formulaire,
  LIBELLES_ETATS,
  type LigneHistorique,
} from '@releve/contract/formulaire/formulaire.schema.ts'

import { direMemeAppareil, LIBELLES_ACTES } from '@releve/contract/formulaire/historique.ts'
import { useId, useState } from 'react'
import { useCodification } from '../../../codification/codification.queries.ts'
import { BoutonAction } from '../../../ui/BoutonAction.tsx'
import { Chargement } from '../../../ui/Chargement.tsx'
import { Dialogue } from '../../../ui/Dialogue.tsx'
import { ExportTableur } from '../../../ui/ExportTableur.tsx'
import { formatInstant } from '../../../ui/format.ts'
import { Pagination } from '../../../ui/Pagination.tsx'
import { BoutonRecepisse } from '../../BoutonRecepisse.tsx'
import { exporterHistorique, useHistorique } from '../../formulaire.queries.ts'
import type { Lecture } from '../store/client.ts'
import { direValeur } from '../store/store.ts'
import { textesHistorique } from './actes.textes.ts'
import './actes.css'

const TAILLE = 20

type Props = { formulaire: Formulaire; lecture: Lecture; onFermer: () => void }

/** Who did what, when, on behalf of whom, and which cells went from which value to which. */
export function Historique({ formulaire, lecture, onFermer }: Props) {
  const [page, setPage] = useState(1)
  const requete = useHistorique(formulaire.numero, { page, taille: TAILLE })
  return (
    <Dialogue
      ouvert
      titre={textesHistorique.titre}
      largeur="md"
      onFermer={onFermer}
      actions={<BoutonAction onClick={onFermer}>{textesHistorique.fermer}</BoutonAction>}
    >
      <Chargement requete={requete}>
        {({ elements, total }) => (
          <>
            {elements.length === 0 && <p>{textesHistorique.vide}</p>}
            <ol className="s-historique">
              {elements.map((ligne) => (
                <Acte
                  key={`${ligne.le} ${ligne.action} ${ligne.agent}`}
                  ligne={ligne}
                  numero={formulaire.numero}
                  lecture={lecture}
                />
              ))}
            </ol>
            {elements.length > 0 && (
              <ExportTableur
                exporter={(format) => exporterHistorique(formulaire.numero, { format })}
                quoi={textesHistorique.titre}
              />
            )}
            <Pagination page={page} taille={TAILLE} total={total} onPage={setPage} />
          </>
        )}
      </Chargement>
    </Dialogue>
  )
}

type PropsActe = { ligne: LigneHistorique; numero: string; lecture: Lecture }

function Acte({ ligne, numero, lecture }: PropsActe) {
  const { le, agent, auNomDe, action, de, vers, force, motif, texte, cellules, textes } = ligne
  const { memeAppareil } = ligne
  const { data: motifs = [] } = useCodification('MOTIF_RENVOI')
  const raison = motifs.find(({ code }) => code === motif)?.libelle ?? motif
  return (
    <li>
      <p className="s-acte">
        <strong>{LIBELLES_ACTES[action] ?? action}</strong>
        {de !== vers && (
          <span>{textesHistorique.passage(de && LIBELLES_ETATS[de], LIBELLES_ETATS[vers])}</span>
        )}
        {force && <span>{textesHistorique.force}</span>}
      </p>
      <p className="s-aide">
        <time dateTime={le}>{formatInstant(le)}</time> · {agent}
        {auNomDe && `, ${textesHistorique.auNomDe(auNomDe)}`}
      </p>
      {memeAppareil && <p className="s-aide">{`${direMemeAppareil(memeAppareil)}.`}</p>}
      {ligne.recepisse !== null && <BoutonRecepisse {...{ numero }} soumission={ligne.recepisse} />}
      {(raison || texte) && <p>{[raison, texte].filter(Boolean).join('. ')}</p>}
      <Changements
        titre={textesHistorique.cases(cellules.length)}
        sujet={textesHistorique.cellule}
        changements={cellules.map((changee) => deCellule(lecture, changee))}
      />
      {SORTES.map((sorte) => {
        const siens = textes.filter((change) => change.sorte === sorte)
        return (
          <Changements
            key={sorte}
            titre={textesHistorique.textes[sorte](siens.length)}
            sujet={textesHistorique.sujets[sorte]}
            changements={siens.map((change) => deTexte(lecture, change))}
          />
        )
      })}
    </li>
  )
}
const SORTES = ['REMARQUE', 'REPONSE', 'JUSTIFICATION', 'COMMENTAIRE'] as const

/** What changed, before and after, as it is read. */
type Changement = { cle: string; nom: string; avant: string; apres: string }

function deCellule(lecture: Lecture, changee: LigneHistorique['cellules'][number]): Changement {
  const { cellule: cle, avant, apres } = changee
  const dire = (valeur: typeof avant) => direValeur(lecture, cle, valeur)
  return {
    cle,
    nom: lecture.celluleDe(cle)?.libelle ?? cle,
    avant: dire(avant),
    apres: dire(apres),
  }
}

function deTexte(lecture: Lecture, change: LigneHistorique['textes'][number]): Changement {
  const { sorte, cle, avant, apres } = change
  const adresse = sorte === 'JUSTIFICATION' ? caseDuControle(lecture, cle) : cle
  const nom = lecture.celluleDe(adresse)?.libelle ?? textesHistorique.ensemble
  // Two remarks may be of one cell.
  return { cle: `${cle} ${apres}`, nom, avant: avant ?? '—', apres: apres ?? '—' }
}

/** « RA04:F » : the first cell at which that control points, for that value. */
function caseDuControle({ modele }: Lecture, cle: string): string {
  const [code, valeur = ''] = cle.split(':')
  const regle = modele.controles.find((controle) => controle.code === code)
  return regle?.cellules[0]?.replaceAll('$', valeur) ?? ''
}

type ChangementsProps = { titre: string; sujet: string; changements: readonly Changement[] }

function Changements({ titre, sujet, changements }: ChangementsProps) {
  const id = useId()
  if (changements.length === 0) return null
  return (
    <details>
      <summary id={id}>{titre}</summary>
      <table className="s-table s-table-journal" aria-labelledby={id}>
        <thead>
          <tr>
            <th scope="col">{sujet}</th>
            <th scope="col">{textesHistorique.avant}</th>
            <th scope="col">{textesHistorique.apres}</th>
          </tr>
        </thead>
        <tbody>
          {changements.map(({ cle, nom, avant, apres }) => (
            <tr key={cle}>
              <th scope="row">{nom}</th>
              <td>{avant}</td>
              <td>{apres}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}
