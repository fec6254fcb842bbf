import { libellePeriode, MOIS } from '@releve/contract/mois.ts'
import type {
  EtatStructure,
  Structure,
  StructureLue,
} from '@releve/contract/structure/structure.schema.ts'
import { useState } from 'react'
import { useParams } from 'react-router'
import { EchecApi } from '../api/envoi.ts'
import { aDroit } from '../app/session.ts'
import { useAuth } from '../app/useSession.ts'
import { paths } from '../paths.ts'
import { useCalendrier } from '../systeme/systeme.queries.ts'
import { Actes, Effets } from '../ui/Actes.tsx'
import { BoutonAction, LienAction } from '../ui/BoutonAction.tsx'
import { ChampTexte } from '../ui/ChampTexte.tsx'
import { EchecChargement } from '../ui/Chargement.tsx'
import { Dialogue } from '../ui/Dialogue.tsx'
import { FicheEchec } from '../ui/FicheEchec.tsx'
import type { NomIcone } from '../ui/Icone.tsx'
import { Page, Retour } from '../ui/Page.tsx'
import { Squelette } from '../ui/Squelette.tsx'
import { EtatBadge } from './EtatBadge.tsx'
import { FicheStructure } from './FicheStructure.tsx'
import StructureForm, { corpsDe, saisieDe } from './StructureForm.tsx'
import {
  type CorpsStructure,
  useEnregistrerStructure,
  useOublierStructures,
  useStructure,
  useToutesStructures,
} from './structure.queries.ts'
import { textesPassage, textesStructure } from './structure.textes.ts'
import './structure.css'

/** A change of state that one asks for by itself, without opening the record. */
type Passage = 'suspendre' | 'reprendre' | 'fermer' | 'rouvrir'

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

/** What is wrong with this day (`AAAA-MM-JJ`) of closing, in words; null when nothing is. */
export function fauteFermeture(
  fermeture: string,
  { dateOuverture }: Pick<Structure, 'dateOuverture'>,
  jour: string,
): string | null {
  if (fermeture === '') return textesPassage.dateManquante
  if (fermeture < dateOuverture) return textesPassage.dateAvant
  return fermeture > jour ? textesPassage.dateFuture : null
}

/** The record after the change; `fermeture` (`AAAA-MM-JJ`) counts for a closing only. */
export function apresPassage(
  structure: Structure,
  passage: Passage,
  fermeture: string,
): CorpsStructure {
  const corps = { ...corpsDe(saisieDe(structure)), etat: ARRIVEES[passage] }
  if (passage === 'fermer') return { ...corps, dateFermeture: fermeture }
  return passage === 'rouvrir' ? { ...corps, dateFermeture: null } : corps
}

/** « novembre 2026 », of a day `AAAA-MM-JJ`; nothing of what is none. */
export function moisDe(jour: string): string {
  const mois = MOIS[Number(jour.slice(5, 7)) - 1]
  return mois ? libellePeriode({ mois, annee: Number(jour.slice(0, 4)) }) : ''
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

function usePassage({ structure, passage, onFermer }: Props) {
  const { jour } = useCalendrier()
  const { mutate, isPending, error } = useEnregistrerStructure(
    textesPassage[passage].fait(structure.libelle),
  )
  const [choisie, setChoisie] = useState<string | null>(null)
  const fermeture = choisie ?? jour
  const faute = passage === 'fermer' ? fauteFermeture(fermeture, structure, jour) : null
  const agir = () => {
    if (isPending || faute) return
    const corps = apresPassage(structure, passage, fermeture)
    mutate({ corps, version: structure.version }, { onSuccess: onFermer })
  }
  const mois = moisDe(passage === 'fermer' ? fermeture : jour)
  return { agir, isPending, error, fermeture, setFermeture: setChoisie, faute, jour, mois }
}

/** How many structures in service hang on this one. */
function useRattachees({ code }: Structure): number {
  const { data = [] } = useToutesStructures()
  return data.filter(({ parent, etat }) => parent?.code === code && etat !== 'FERMEE').length
}

type Props = { structure: Structure; passage: Passage; onFermer: () => void }

/** Asks before a structure is suspended, closed, or back: says what will be expected of it. */
function PassageDialogue(props: Props) {
  const { structure, passage, onFermer } = props
  const { agir, isPending, error, fermeture, setFermeture, faute, jour, mois } = usePassage(props)
  const rattachees = useRattachees(structure)
  const t = textesPassage[passage]
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
        <Echec echec={error} onFermer={onFermer} />
        {passage === 'fermer' && (
          <ChampTexte
            libelle={textesPassage.dateFermeture}
            aide={textesPassage.dateFermetureAide}
            erreur={faute}
            type="date"
            required
            min={structure.dateOuverture}
            max={jour}
            value={fermeture}
            onChange={({ target }) => setFermeture(target.value)}
          />
        )}
        <Effets
          effets={[
            ...t.effets(mois),
            ...(passage === 'fermer' && rattachees > 0
              ? [textesPassage.rattachees(rattachees)]
              : []),
          ]}
        />
      </div>
    </Dialogue>
  )
}

const ICONES: Record<Passage, NomIcone> = {
  suspendre: 'horloge',
  reprendre: 'coche',
  fermer: 'interdit',
  rouvrir: 'retour',
}
/** An act done gives its button to the one that undoes it: the focus stays. */
const CLES: Record<Passage, string> = {
  suspendre: 'service',
  reprendre: 'service',
  fermer: 'ouverture',
  rouvrir: 'ouverture',
}

/** What the agent may do with this structure now, as the server says. */
function ActesStructure({ structure }: { structure: StructureLue }) {
  const [ouvert, setOuvert] = useState<Passage | 'fiche' | null>(null)
  const fermer = () => setOuvert(null)
  const t = textesStructure.page
  const { actions, etat, code } = structure
  const gere = actions.includes('modifier')
  return (
    <Actes>
      <LienAction to={paths.saisiesStructures({ q: code })} icone="rapport">
        {t.rapports}
      </LienAction>
      {actions.includes('inviter') && (
        <LienAction to={paths.structures({ vue: 'invitations', inviter: code })} icone="envoi">
          {t.inviter}
        </LienAction>
      )}
      {gere &&
        passagesDe(etat).map((passage) => (
          <BoutonAction
            key={CLES[passage]}
            icone={ICONES[passage]}
            onClick={() => setOuvert(passage)}
          >
            {textesPassage[passage].bouton}
          </BoutonAction>
        ))}
      {gere && (
        <BoutonAction variant="contained" icone="crayon" onClick={() => setOuvert('fiche')}>
          {t.modifier}
        </BoutonAction>
      )}
      {ouvert === 'fiche' && <StructureForm structure={structure} onFermer={fermer} />}
      {ouvert !== null && ouvert !== 'fiche' && (
        <PassageDialogue structure={structure} passage={ouvert} onFermer={fermer} />
      )}
    </Actes>
  )
}

export { demander } from './structure.queries.ts'

const t = textesStructure.page

function SousTitre({ structure }: { structure: StructureLue | undefined }) {
  const { roles } = useAuth()
  return (
    <div className="str-sous-titre">
      {aDroit(roles, 'structure.gerer') && <Retour to={paths.structures()}>{t.retour}</Retour>}
      {structure && (
        <>
          <span>{structure.code}</span>
          <EtatBadge etat={structure.etat} />
        </>
      )}
    </div>
  )
}

/** `/dashboard/structures/:code`: the whole record of a structure, and what may be done with it. */
export default function StructurePage() {
  const { code = '' } = useParams()
  const { data, error, refetch } = useStructure(code)
  // One page, read or not: its heading keeps the focus that the arrival gave it.
  return (
    <Page
      titre={data?.libelle ?? t.inconnue}
      chapeau={<SousTitre structure={data} />}
      actions={data && <ActesStructure structure={data} />}
    >
      {error && <EchecChargement echec={error} onReessayer={() => void refetch()} />}
      {data ? <FicheStructure structure={data} /> : !error && <Squelette lignes={10} />}
    </Page>
  )
}
