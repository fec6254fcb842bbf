import type { Formulaire, Remarque } from '@releve/contract/formulaire/formulaire.schema.ts'
import { libelleRemarque } from '@releve/contract/formulaire/remarque.rules.ts'
import type { Cellule } from '@releve/contract/modele/cellule.ts'
import { type FormEvent, useState } from 'react'
import { estIncertaine, messageDe } from '../../api/envoi.ts'
import { estPostePartage } from '../../app/stockage.ts'
import { Alerte } from '../../ui/Alerte.tsx'
import { BoutonAction } from '../../ui/BoutonAction.tsx'
import { ChampTexteLong } from '../../ui/ChampTexte.tsx'
import { formatInstant } from '../../ui/format.ts'
import { useRemarquerFormulaire, useRepondreRemarque } from './retour.queries.ts'
import { textesRetour } from './saisie.textes.ts'
import './remarques.css'

type PropsRepondre = { numero: string; remarque: Remarque }

/** What a structure answers to a remark: at hand where it waits, folded once it is closed. */
function Repondre({ numero, remarque }: PropsRepondre) {
  const { statut, reponse } = remarque
  if (statut === 'OUVERTE') return <Champ {...{ numero, remarque }} />
  return (
    <details>
      <summary>{reponse ? textesRetour.changer : textesRetour.completer}</summary>
      <Champ key={reponse?.le} {...{ numero, remarque }} />
    </details>
  )
}

const cleDe = (id: number) => `reponse:${id}`

/**
 * What was written and not sent yet, as long as the session lasts: another cell may be looked at.
 * The browser brings it to its disk: not on a shared computer.
 */
function useReponse({ id, reponse }: Remarque) {
  const [texte, setTexte] = useState(
    () => sessionStorage.getItem(cleDe(id)) ?? reponse?.texte ?? '',
  )
  return {
    texte,
    ecrire: (dit: string) => {
      if (!estPostePartage()) sessionStorage.setItem(cleDe(id), dit)
      setTexte(dit)
    },
    oublier: () => sessionStorage.removeItem(cleDe(id)),
  }
}

function Champ({ numero, remarque }: PropsRepondre) {
  const { texte, ecrire, oublier } = useReponse(remarque)
  const [tente, setTente] = useState(false)
  const { mutate, isPending, error } = useRepondreRemarque()
  const vide = texte.trim() === ''
  const envoyer = (evenement: FormEvent) => {
    evenement.preventDefault()
    setTente(true)
    if (vide || isPending) return
    mutate({ numero, id: remarque.id, reponse: texte.trim() }, { onSuccess: oublier })
  }
  return (
    <form onSubmit={envoyer}>
      {error && <Refus echec={error} />}
      <ChampTexteLong
        libelle={textesRetour.repondre}
        aide={textesRetour.repondreAide}
        rows={2}
        maxLength={2000}
        value={texte}
        onChange={({ currentTarget }) => ecrire(currentTarget.value)}
        erreur={tente && vide ? textesRetour.requise : null}
      />
      <BoutonAction size="small" type="submit" enCours={isPending}>
        {textesRetour.envoyer}
      </BoutonAction>
    </form>
  )
}

/** An answer is an act: it is sent, or says that it is not, and stays in its field. */
function Refus({ echec }: { echec: unknown }) {
  const incertaine = estIncertaine(echec)
  const { nonEnvoyee, sansReseau, sansNouvelle, resteIci } = textesRetour
  return (
    <Alerte gravite="error" role="alert" titre={incertaine ? sansNouvelle : nonEnvoyee}>
      <p>{incertaine ? resteIci : messageDe(echec, sansReseau)}</p>
    </Alerte>
  )
}

type Props = {
  formulaire: Formulaire
  cellule: Cellule | null
  remarques: readonly Remarque[]
  /** The field of a new remark stays folded: it must not come before the report itself. */
  pliee?: boolean
}

/**
 * Remarks of those who review: read by all, written and settled where `actions` allows; answered by
 * the structure.
 */
export default function Remarques({ formulaire, cellule, remarques, pliee }: Props) {
  const peut = formulaire.actions.includes('remarquer')
  const { mutate, isPending } = useRemarquerFormulaire()
  const envoyer = (remarque: RemarqueEnvoyee, apres?: () => void) =>
    mutate({ numero: formulaire.numero, remarques: [remarque] }, { onSuccess: () => apres?.() })
  const nouvelle = (
    <Nouvelle
      enCours={isPending}
      surEnvoi={(texte, apres) =>
        envoyer({ cellule: cellule?.adresse ?? null, texte, statut: 'OUVERTE' }, apres)
      }
    />
  )
  return (
    <div className="s-remarques">
      {(remarques.length > 0 || !pliee) && <h3>{textesRetour.remarques}</h3>}
      <ul>
        {remarques.map((remarque) => (
          <li key={remarque.id}>
            <Dite remarque={remarque} />
            {peut && <Bascule remarque={remarque} enCours={isPending} surChange={envoyer} />}
            {formulaire.actions.includes('repondre') && remarque.statut !== 'LEVEE' && (
              <Repondre numero={formulaire.numero} remarque={remarque} />
            )}
          </li>
        ))}
      </ul>
      {peut && pliee && (
        <details>
          <summary>{textesRetour.remarqueGenerale}</summary>
          {nouvelle}
        </details>
      )}
      {peut && !pliee && nouvelle}
    </div>
  )
}
type RemarqueEnvoyee = Pick<Remarque, 'cellule' | 'texte' | 'statut'> & { id?: number }

// Here, not with the sentences of the screen: who enters a report does not receive them.
const textesDite = {
  demandee: (auteur: string, le: string) => `Demandée par ${auteur}, le ${le}`,
  revenue: 'Modifiée, puis rétablie',
}

type DiteProps = {
  remarque: Remarque
  /** Its cell is known to be as it was before the report was sent back. */
  inchangee?: boolean
}

/** A remark, who made it, where it is, and what was answered. */
export function Dite({ remarque, inchangee = false }: DiteProps) {
  const { texte, statut, auteur, le, reponse } = remarque
  const revenue = inchangee && statut === 'CORRIGEE' && !reponse
  return (
    <>
      <p>
        <bdi>{texte}</bdi>
      </p>
      <p className="s-aide">
        {textesDite.demandee(auteur, formatInstant(le))} ·{' '}
        {revenue ? textesDite.revenue : libelleRemarque(remarque)}
      </p>
      {reponse && (
        <>
          <p>
            {textesRetour.reponse} <bdi>« {reponse.texte} »</bdi>
          </p>
          <p className="s-aide">{textesRetour.parLe(reponse.auteur, formatInstant(reponse.le))}</p>
        </>
      )}
    </>
  )
}

type BasculeProps = {
  remarque: Remarque
  enCours: boolean
  surChange: (remarque: RemarqueEnvoyee) => void
  /** What is lifted, where several stand in one list. */
  nom?: string | undefined
}

export function Bascule({ remarque, enCours, surChange, nom }: BasculeProps) {
  const { id, cellule, texte, statut } = remarque
  const levee = statut === 'LEVEE'
  const dit = levee ? textesRetour.rouvrir : textesRetour.lever
  return (
    <BoutonAction
      size="small"
      enCours={enCours}
      aria-label={nom && `${dit}\u00a0: ${nom}`}
      onClick={() => surChange({ id, cellule, texte, statut: levee ? 'OUVERTE' : 'LEVEE' })}
    >
      {dit}
    </BoutonAction>
  )
}

type NouvelleProps = { enCours: boolean; surEnvoi: (texte: string, apres: () => void) => void }

/** What a reviewer has to say. */
function Nouvelle({ enCours, surEnvoi }: NouvelleProps) {
  const [texte, setTexte] = useState('')
  return (
    <form
      onSubmit={(evenement) => {
        evenement.preventDefault()
        if (texte.trim() !== '' && !enCours) surEnvoi(texte.trim(), () => setTexte(''))
      }}
    >
      <ChampTexteLong
        libelle={textesRetour.remarque}
        rows={2}
        maxLength={2000}
        value={texte}
        onChange={({ currentTarget }) => setTexte(currentTarget.value)}
      />
      <BoutonAction size="small" type="submit">
        {textesRetour.ajouterRemarque}
      </BoutonAction>
    </form>
  )
}
