import {
  type Differences,
  type Formulaire,
  LIBELLES_STATUTS,
  type Remarque,
} from '@releve/contract/formulaire/formulaire.schema.ts'
import { libelleRemarque } from '@releve/contract/formulaire/remarque.rules.ts'
import { estNombre } from '@releve/contract/modele/affichage.ts'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { Alerte } from '../../ui/Alerte.tsx'
import { BoutonAction } from '../../ui/BoutonAction.tsx'
import { ChampListe } from '../../ui/ChampTexte.tsx'
import { Defile } from '../../ui/Defile.tsx'
import { formatDate, formatInstantCourt } from '../../ui/format.ts'
import { aDesTouches } from '../../ui/useTouches.ts'
import { Laissees } from './Abandonnees.tsx'
import { LienCase } from './Controles.tsx'
import { Bascule, Dite } from './Remarques.tsx'
import { useDifferences, useRemarquerFormulaire } from './retour.queries.ts'
import { textesRetour } from './saisie.textes.ts'
import type { Lecture, ValeurAnterieure } from './store/client.ts'
import { direValeur, useBilan } from './store/store.ts'
import './retour.css'
import './actes/actes.css'
import './remarques.css'

type Difference = Differences['cellules'][number]

type PropsRelecture = { formulaire: Formulaire; lecture: Lecture; marquees: readonly Remarque[] }

/**
 * All that has changed since the submission before, for who reads a report submitted again; for who
 * reviews, the remarks too, each with what became of its cell.
 */
function Relecture({ formulaire, lecture, marquees }: PropsRelecture) {
  const { data } = useDifferences(formulaire)
  useMarques(lecture, data)
  const cellules = data?.cellules ?? []
  return (
    <>
      {marquees.length > 0 && formulaire.actions.includes('remarquer') && (
        <Suivi {...{ formulaire, lecture, marquees, cellules }} lues={data !== undefined} />
      )}
      {data?.depuis && (
        <Changees {...{ lecture, marquees, cellules }} depuis={formatDate(data.depuis)} />
      )}
    </>
  )
}

/** Marks each cell that has changed, on the grid. What was marked stays until the next answer. */
function useMarques(lecture: Lecture, recues: Differences | undefined): void {
  useEffect(() => {
    if (!recues?.depuis) return
    const depuis = formatDate(recues.depuis)
    const marques = recues.cellules.map(
      (une) => [une.cellule, changeeDe(lecture, une, depuis)] as const,
    )
    lecture.marquerChangees(new Map(marques))
  }, [lecture, recues])
}

/** Characters of a text that are told of what it was: the record has the whole. */
const DITS = 80

function changeeDe(lecture: Lecture, { cellule, avant, auteur }: Difference, depuis: string) {
  const lue = avant === null ? '' : direValeur(lecture, cellule, avant)
  const court = lue.length > DITS ? `${lue.slice(0, DITS)}…` : lue
  const nature = lecture.celluleDe(cellule)?.nature
  // A figure is struck through on its cell; of a word, or a blank, a sign stands there.
  const chiffre = nature !== undefined && estNombre(nature)
  const dit = textesRetour.etait(court || textesRetour.vide, depuis, auteur)
  return { avant: chiffre ? lue : '', dit } satisfies ValeurAnterieure
}

const nomDe = (lecture: Lecture, adresse: string | null) =>
  lecture.celluleDe(adresse ?? '')?.libelle ?? adresse ?? ''

type SuiviProps = PropsRelecture & { cellules: readonly Difference[] }

/**
 * A closed remark whose cell is known to hold what it held before the report was sent back. What is
 * computed is not among the differences.
 */
const estInchangee = ({ cellules, lecture }: DevenueProps, { cellule, statut }: Remarque) =>
  statut === 'CORRIGEE' &&
  lecture.celluleDe(cellule ?? '')?.calculee === false &&
  cellules.every((une) => une.cellule !== cellule)

function Suivi({ formulaire, lecture, marquees, cellules, lues }: SuiviProps & { lues: boolean }) {
  const { mutate, isPending } = useRemarquerFormulaire()
  const changer = (remarques: Parameters<typeof mutate>[0]['remarques']) =>
    mutate({ numero: formulaire.numero, remarques })
  const de = (voulu: Remarque['statut']) => marquees.filter(({ statut }) => statut === voulu)
  const [ouvertes, corrigees, levees] = [de('OUVERTE'), de('CORRIGEE'), de('LEVEE')]
  return (
    <details className="s-retour s-remarques" open={corrigees.length > 0}>
      <summary>{textesRetour.suivi(ouvertes.length, corrigees.length, levees.length)}</summary>
      <ul aria-label={textesRetour.remarques}>
        {[...corrigees, ...ouvertes, ...levees].map((remarque) => (
          <li key={remarque.id}>
            <p>
              <LienCase adresse={remarque.cellule ?? ''}>
                {nomDe(lecture, remarque.cellule)}
              </LienCase>{' '}
              <Devenue {...{ lecture, remarque, cellules, lues }} />
            </p>
            <Dite
              remarque={remarque}
              inchangee={lues && estInchangee({ lecture, cellules }, remarque)}
            />
            <Bascule
              remarque={remarque}
              enCours={isPending}
              nom={nomDe(lecture, remarque.cellule)}
              surChange={(changee) => changer([changee])}
            />
          </li>
        ))}
      </ul>
      {corrigees.length > 1 && (
        <BoutonAction
          size="small"
          enCours={isPending}
          onClick={() =>
            changer(
              corrigees.map(({ id, cellule, texte }) => ({ id, cellule, texte, statut: 'LEVEE' })),
            )
          }
        >
          {textesRetour.leverToutes(corrigees.length)}
        </BoutonAction>
      )}
    </details>
  )
}

type DevenueProps = Pick<SuiviProps, 'lecture' | 'cellules'>

/** What the cell of a remark has become: another figure, or the same; nothing while it is read. */
function Devenue({ remarque, lues, ...vue }: DevenueProps & { remarque: Remarque; lues: boolean }) {
  const change = vue.cellules.find(({ cellule }) => cellule === remarque.cellule)
  if (change) return <strong>{direChange(vue.lecture, change)}</strong>
  return lues && estInchangee(vue, remarque) ? textesRetour.inchangee : null
}

const direChange = (lecture: Lecture, { cellule, avant, apres }: Difference) =>
  textesRetour.changee(direValeur(lecture, cellule, avant), direValeur(lecture, cellule, apres))

type ChangeesProps = Omit<SuiviProps, 'formulaire'> & { depuis: string }

/** The cells changed since the submission before: all, those sent back, or those of a section. */
function Changees({ lecture, marquees, cellules, depuis }: ChangeesProps) {
  const [choix, setChoix] = useState('')
  const renvoyees = new Set(marquees.map(({ cellule }) => cellule))
  const sectionDe = ({ cellule }: Difference) => lecture.celluleDe(cellule)?.section ?? ''
  const choisies = cellules.filter(
    (une) =>
      choix === '' || (choix === '*' ? renvoyees.has(une.cellule) : sectionDe(une) === choix),
  )
  const aussi = cellules.filter(({ cellule }) => renvoyees.has(cellule)).length
  const sections = lecture.modele.sections.flatMap(({ code, libelle }) => {
    const n = cellules.filter((une) => sectionDe(une) === code).length
    return n === 0 ? [] : { code, libelle: textesRetour.deSection(libelle, n) }
  })
  const titre = textesRetour.differences(cellules.length, depuis)
  return (
    <details className="s-retour">
      <summary>{titre}</summary>
      {cellules.length > 0 && (
        <>
          <div className="s-retour-choix">
            <ChampListe
              libelle={textesRetour.montrer}
              vide={textesRetour.toutes(cellules.length)}
              options={[
                ...(aussi > 0 ? [{ code: '*', libelle: textesRetour.renvoyees(aussi) }] : []),
                ...sections,
              ]}
              value={choix}
              onChange={({ currentTarget }) => setChoix(currentTarget.value)}
            />
          </div>
          <TableChangees {...{ lecture, titre }} cellules={choisies} />
        </>
      )}
    </details>
  )
}

type TableProps = Pick<SuiviProps, 'lecture' | 'cellules'> & { titre: string }

function TableChangees({ lecture, cellules, titre }: TableProps) {
  const { cellule: nom, avant, apres, auteur } = textesRetour.colonnes
  return (
    <Defile nom={titre} className="s-defile s-retour-defile">
      <table className="s-table s-table-journal">
        <thead>
          <tr>
            <th scope="col">{nom}</th>
            <th scope="col">{avant}</th>
            <th scope="col">{apres}</th>
            <th scope="col">{auteur}</th>
          </tr>
        </thead>
        <tbody>
          {cellules.map((une) => (
            <tr key={une.cellule}>
              <th scope="row">
                <LienCase adresse={une.cellule}>{nomDe(lecture, une.cellule)}</LienCase>
              </th>
              <td>{direValeur(lecture, une.cellule, une.avant)}</td>
              <td>{direValeur(lecture, une.cellule, une.apres)}</td>
              <td>
                {une.auteur}, {formatInstantCourt(une.le)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Defile>
  )
}

type Props = { formulaire: Formulaire; lecture: Lecture }

/**
 * What a report sent back asks for, cell by cell, or how far its remarks are, for who reviews.
 * Remarks come with it: what is asked of a cell, in its panel, must be there when the line no
 * longer is.
 */
export default function Retour({ formulaire, lecture }: Props) {
  const { casesOuvertes, actions, remarques, etat, motifRenvoi } = formulaire
  const marquees = remarques.filter(({ cellule }) => cellule !== null)
  return (
    <>
      {motifRenvoi && etat === 'RENVOYE' && (
        <Alerte gravite="warning" titre={textesRetour.recu(motifRenvoi.libelle)}>
          <p>{motifRenvoi.texte}</p>
        </Alerte>
      )}
      <Ecartees lecture={lecture} />
      {casesOuvertes !== null && actions.includes('modifier') && (
        <p className="s-retour-seules">{textesRetour.seules}</p>
      )}
      {actions.includes('remarquer') || etat !== 'RENVOYE' ? (
        <Relecture {...{ formulaire, lecture, marquees }} />
      ) : (
        marquees.length > 0 && <Reprise {...{ formulaire, lecture, marquees }} />
      )}
    </>
  )
}

type RepriseProps = Props & { marquees: readonly Remarque[] }

/** What is left of the cells sent back, and the way to each. */
function Reprise({ formulaire, lecture, marquees }: RepriseProps) {
  const { problemes, aTraiter } = useBilan(lecture)
  const restent = new Set(problemes.map(({ cle }) => cle))
  const ouvert = formulaire.actions.includes('repondre')
  const nombre = ouvert ? aTraiter : formulaire.remarquesOuvertes
  return (
    <details className="s-retour" open>
      <summary>{textesRetour.aTraiter(nombre, marquees.length)}</summary>
      {ouvert && aTraiter > 0 && <p className="s-aide">{textesRetour.comment(aDesTouches())}</p>}
      <ul aria-label={textesRetour.liste}>
        {marquees.map((remarque) => {
          const { id, cellule, texte, statut } = remarque
          // What has just changed here is corrected, though it is still on its way.
          const faite = ouvert && statut === 'OUVERTE' && !restent.has(`remarque:${id}`)
          return (
            <li key={id}>
              <LienCase adresse={cellule ?? ''}>
                {lecture.celluleDe(cellule ?? '')?.libelle ?? cellule}
              </LienCase>{' '}
              <bdi>{texte}</bdi>{' '}
              <span className="s-retour-statut">
                {faite ? LIBELLES_STATUTS.CORRIGEE : libelleRemarque(remarque)}
              </span>
            </li>
          )
        })}
      </ul>
    </details>
  )
}

/** What waited here for cells that are closed: not sent, and not lost without a word. */
function Ecartees({ lecture }: { lecture: Lecture }) {
  const ecartees = useSyncExternalStore(lecture.abonnerBilan, lecture.ecartees)
  if (ecartees.size === 0) return null
  return (
    <Laissees
      titre={textesRetour.ecartees}
      textes={ecartees}
      lecture={lecture}
      surOubli={lecture.oublierEcartees}
    />
  )
}
