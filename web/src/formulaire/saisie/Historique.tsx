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
  const { le, agent, auNomDe, action, de, vers, force, motif, texte, cellules, textes } = ligne
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
      <Changements
        titre={TEXTES.journal.cases(cellules.length)}
        sujet={TEXTES.journal.cellule}
        changements={cellules.map((changee) => deCellule(saisie, changee))}
      />
      {SORTES.map((sorte) => {
        const siens = textes.filter((change) => change.sorte === sorte)
        return (
          <Changements
            key={sorte}
            titre={TEXTES.journal.textes[sorte](siens.length)}
            sujet={TEXTES.journal.sujets[sorte]}
            changements={siens.map((change) => deTexte(saisie, change))}
          />
        )
      })}
    </li>
  )
}
const SORTES = ['JUSTIFICATION', 'COMMENTAIRE'] as const

/** What changed, before and after, as it is read. */
type Changement = { cle: string; nom: string; avant: string; apres: string }

function deCellule(saisie: Saisie, changee: LigneHistorique['cellules'][number]): Changement {
  const cellule = saisie.celluleDe(changee.cellule)
  const dire = (valeur: typeof changee.avant) =>
    cellule ? texteLecture(cellule, valeur) || '—' : String(valeur ?? '—')
  const nom = cellule?.libelle ?? changee.cellule
  return { cle: changee.cellule, nom, avant: dire(changee.avant), apres: dire(changee.apres) }
}

function deTexte(saisie: Saisie, change: LigneHistorique['textes'][number]): Changement {
  const { sorte, cle, avant, apres } = change
  const adresse = sorte === 'COMMENTAIRE' ? cle : caseDuControle(saisie, cle)
  const nom = saisie.celluleDe(adresse)?.libelle ?? TEXTES.journal.ensemble
  return { cle, nom, avant: avant ?? '—', apres: apres ?? '—' }
}

/** « RA04:F » : the first cell at which that control points, for that value. */
function caseDuControle({ modele }: Saisie, cle: string): string {
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
            <th scope="col">{TEXTES.journal.avant}</th>
            <th scope="col">{TEXTES.journal.apres}</th>
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
