import { plusJours } from '@releve/contract/calendrier/calendrier.rules.ts'
import { estAttendu, moisCouvertsDe, type Rythme } from '@releve/contract/modele/rythme.ts'
import { libellePeriode, periodeDe, periodeDIso, rangDe } from '@releve/contract/mois.ts'
import type {
  EtatStructure,
  Structure,
  StructureLue,
} from '@releve/contract/structure/structure.schema.ts'
import { useRef, useState } from 'react'
import { EchecApi } from '../api/envoi.ts'
import { useModeles } from '../formulaire/formulaire.queries.ts'
import { useCalendrier } from '../systeme/systeme.queries.ts'
import { Effets } from '../ui/Actes.tsx'
import { BoutonAction } from '../ui/BoutonAction.tsx'
import { ChampTexte } from '../ui/ChampTexte.tsx'
import { Dialogue } from '../ui/Dialogue.tsx'
import { FicheEchec } from '../ui/FicheEchec.tsx'
import { refusDe } from '../ui/saisie.ts'
import { ficheDuMois } from './periodes.ts'
import { corpsDe, saisieDe } from './StructureForm.tsx'
import {
  type CorpsStructure,
  useEnregistrerStructure,
  useOublierStructures,
  useToutesStructures,
} from './structure.queries.ts'
import { type FormulaireDit, textesPassage } from './structure.textes.ts'
import './structure.css'

/** A change of state that one asks for by itself, without opening the record. */
export type Passage = 'suspendre' | 'reprendre' | 'fermer' | 'rouvrir'

const PASSAGES: Record<EtatStructure, readonly Passage[]> = {
  ACTIVE: ['suspendre', 'fermer'],
  SUSPENDUE: ['reprendre', 'fermer'],
  FERMEE: ['rouvrir'],
  // It becomes active by the answer to its invitation.
  INVITEE: ['fermer'],
}

export const passagesDe = (etat: EtatStructure): readonly Passage[] => PASSAGES[etat]

const ARRIVEES: Record<Passage, EtatStructure> = {
  suspendre: 'SUSPENDUE',
  reprendre: 'ACTIVE',
  fermer: 'FERMEE',
  rouvrir: 'ACTIVE',
}

/** The changes of state of which one gives the day. */
type PassageDate = Exclude<Passage, 'rouvrir'>
const aUnJour = (passage: Passage): passage is PassageDate => passage !== 'rouvrir'

/** What is wrong with the day (`AAAA-MM-JJ`) of a change of state, in words; null when nothing is. */
export function fauteJourEtat(
  passage: PassageDate,
  choisi: string,
  { dateOuverture }: Pick<Structure, 'dateOuverture'>,
  jour: string,
): string | null {
  const { jourManquant, jourFutur, dateManquante, dateFuture, dateAvant } = textesPassage
  const ferme = passage === 'fermer'
  if (choisi === '') return ferme ? dateManquante : jourManquant
  if (choisi < dateOuverture) return dateAvant
  if (choisi > jour) return ferme ? dateFuture : jourFutur
  return null
}

/** The record after the change; `jour` (`AAAA-MM-JJ`) is that of a closing. */
export function apresPassage(fiche: Structure, passage: Passage, jour: string): CorpsStructure {
  const corps = { ...corpsDe(saisieDe(fiche)), etat: ARRIVEES[passage] }
  if (passage === 'fermer') return { ...corps, dateFermeture: jour }
  return passage === 'rouvrir' ? { ...corps, dateFermeture: null } : corps
}

/** A model of the structure, and what it expects. */
export type Rythmee = Rythme & { code: string }

/** A year holds an expected month of any model. */
const MOIS_CHERCHES = 12

/** The first month of a model that is expected from this one on, or the last until it. */
function moisAttendu(rythme: Rythme, rang: number, sens: 1 | -1): number {
  const rangs = Array.from({ length: MOIS_CHERCHES }, (_, n) => rang + n * sens)
  return rangs.find((un) => estAttendu(rythme, un)) ?? rang
}

/**
 * What a change of state of this day (`AAAA-MM-JJ`) speaks of: of each model the last report that is
 * expected, or the first; suspended on the first of a month, that one is not. Nothing of no day.
 */
export function formulairesDuPassage(
  passage: Passage,
  jour: string,
  modeles: readonly Rythmee[],
): FormulaireDit[] {
  if (jour === '') return []
  const sens = passage === 'suspendre' || passage === 'fermer' ? -1 : 1
  const du = passage === 'suspendre' ? plusJours(jour, -1) : jour
  const rang = rangDe(periodeDIso(du))
  return modeles.map(({ code, ...rythme }) => {
    const periode = periodeDe(moisAttendu(rythme, rang, sens))
    return { modele: code, periode: libellePeriode(periode, moisCouvertsDe(rythme)) }
  })
}

type PropsEchec = { echec: unknown; onFermer: () => void }

/** Why the state did not change. Changed by another meanwhile, the record is to be seen first. */
function Echec({ echec, onFermer }: PropsEchec) {
  const oublier = useOublierStructures()
  const perimee = echec instanceof EchecApi && echec.code === 'VERSION_STRUCTURE_PERIMEE'
  const recharger = () => {
    oublier()
    onFermer()
  }
  return (
    <FicheEchec
      textes={textesPassage}
      echec={echec}
      onRecharger={perimee ? recharger : undefined}
    />
  )
}

/** What is refused of a suspension or of its end, is refused of its day. */
const PAR_CODE = {
  JOUR_ETAT_INVALIDE: 'jourEtat',
  SUSPENSION_AVANT_RAPPORT: 'jourEtat',
} as const

/** What the server refuses of the day, the only field of the question; null: of something else. */
export const refusDuJour = (echec: unknown): string | null =>
  Object.values(refusDe(echec, {}, { jourEtat: '', dateFermeture: '' }, PAR_CODE)).join(' ') || null

function usePassage({ structure, passage, onFermer }: Props) {
  const { jour, rang } = useCalendrier()
  const connus = useModeles()
  // Until its rhythm is known, a model is taken to be monthly, as most are.
  const siens = structure.modeles.map((code) => connus.find((un) => un.code === code) ?? { code })
  const { mutate, reset, isPending, error } = useEnregistrerStructure(() =>
    textesPassage[passage].fait(structure.libelle),
  )
  const [choisi, setChoisi] = useState<string | null>(null)
  const ref = useRef<HTMLInputElement>(null)
  const retenu = choisi ?? jour
  const faute = aUnJour(passage) ? fauteJourEtat(passage, retenu, structure, jour) : null
  const refus = aUnJour(passage) ? refusDuJour(error) : null
  const agir = () => {
    if (isPending || faute) return
    const corps = apresPassage(ficheDuMois(structure, rang), passage, retenu)
    const service = passage === 'suspendre' || passage === 'reprendre'
    const demande = {
      corps,
      version: structure.version,
      // The month of which the body says what is dated: none of it changes.
      aPartirDe: periodeDe(rang),
      ...(service && { jourEtat: retenu }),
    }
    mutate(demande, {
      onSuccess: onFermer,
      onError: (echec) => {
        if (refusDuJour(echec)) ref.current?.focus()
      },
    })
  }
  return {
    agir,
    isPending,
    echec: refus ? null : error,
    jour,
    champ: {
      ref,
      value: retenu,
      erreur: faute ?? refus,
      onChange: ({ target }: { target: { value: string } }) => {
        setChoisi(target.value)
        // The server is to judge it again.
        reset()
      },
    },
    rapports: formulairesDuPassage(passage, aUnJour(passage) ? retenu : jour, siens),
  }
}

/** How many structures in service hang on this one. */
function useRattachees({ code }: Structure): number {
  const { data = [] } = useToutesStructures()
  return data.filter(({ parent, etat }) => parent?.code === code && etat !== 'FERMEE').length
}

type Props = { structure: StructureLue; passage: Passage; onFermer: () => void }

const LIBELLES_JOUR: Record<PassageDate, readonly [libelle: string, aide: string]> = {
  suspendre: [textesPassage.jour.suspendre, textesPassage.jourAide],
  reprendre: [textesPassage.jour.reprendre, textesPassage.jourAide],
  fermer: [textesPassage.dateFermeture, textesPassage.dateFermetureAide],
}

/** Asks before a structure is suspended, closed, or back: says what will be expected of it. */
export function PassageDialogue(props: Props) {
  const { structure, passage, onFermer } = props
  const { agir, isPending, echec, champ, jour, rapports } = usePassage(props)
  const rattachees = useRattachees(structure)
  const t = textesPassage[passage]
  const [libelle = '', aide = ''] = aUnJour(passage) ? LIBELLES_JOUR[passage] : []
  return (
    <Dialogue
      ouvert
      titre={t.titre(structure.libelle)}
      onFermer={onFermer}
      onSoumettre={agir}
      actions={
        <>
          <BoutonAction variant="text" onClick={onFermer}>
            {textesPassage.annuler}
          </BoutonAction>
          <BoutonAction type="submit" variant="contained" enCours={isPending}>
            {t.confirmer}
          </BoutonAction>
        </>
      }
    >
      <div className="str-passage">
        <Echec echec={echec} onFermer={onFermer} />
        {aUnJour(passage) && (
          <ChampTexte
            {...{ libelle, aide }}
            {...champ}
            type="date"
            required
            min={structure.dateOuverture}
            max={jour}
          />
        )}
        <Effets
          effets={[
            ...t.effets(rapports),
            ...(passage === 'fermer' && rattachees > 0
              ? [textesPassage.rattachees(rattachees)]
              : []),
          ]}
        />
      </div>
    </Dialogue>
  )
}
