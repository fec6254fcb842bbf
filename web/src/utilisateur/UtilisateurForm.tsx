import { estSimple, type NomDe, nomsDuBloc } from '@releve/contract/champs.ts'
import { LIBELLES_ROLES, type Role } from '@releve/contract/utilisateur/droits.ts'
import {
  AUTRES_STRUCTURES_MAX,
  CHAMPS_UTILISATEUR as c,
} from '@releve/contract/utilisateur/utilisateur.champs.ts'
import type { Utilisateur } from '@releve/contract/utilisateur/utilisateur.schema.ts'
import { useId, useMemo, useState } from 'react'
import { useAuth } from '../app/useSession.ts'
import { useAbandon } from '../ui/Abandon.tsx'
import { Alerte } from '../ui/Alerte.tsx'
import { BoutonAction } from '../ui/BoutonAction.tsx'
import { ChampCode, ChampCodes, type ChoixCodes, choixDe } from '../ui/ChampCodes.tsx'
import { enCorps, enSaisie, type SaisieDe, videDe } from '../ui/conversion.ts'
import { Dialogue } from '../ui/Dialogue.tsx'
import { Fiche } from '../ui/Fiche.tsx'
import { Groupe } from '../ui/Groupe.tsx'
import { Icone } from '../ui/Icone.tsx'
import type { Fautes } from '../ui/saisie.ts'
import { useForme } from '../ui/useForme.ts'
import type { FormeDe } from '../ui/useSaisie.ts'
import {
  useChoixStructures,
  useEnregistrerUtilisateur,
  useRelireUtilisateur,
} from './utilisateur.queries.ts'
import { textesUtilisateur } from './utilisateur.textes.ts'
import './fiche.css'

type PropsChampAutresStructures = { choix: ChoixCodes; forme: FormeDe<SaisieUtilisateur> }

/** The other structures of an account, each chosen once, and never its own. */
function ChampAutresStructures({ choix, forme }: PropsChampAutresStructures) {
  const { saisie, changer, erreurDe } = forme
  return (
    <ChampCodes
      name="autreStructure"
      libelle={forme.nommer('autreStructure')}
      aide={t.aides.autreStructure}
      erreur={erreurDe('autreStructure')}
      choix={choix}
      codes={saisie.autreStructure}
      sauf={saisie.structure}
      reste={saisie.reste}
      onCodes={(codes) => changer('autreStructure', codes)}
      onReste={(reste) => changer('reste', reste)}
      onBlur={forme.lier('autreStructure').onBlur}
      textes={t.autres}
    />
  )
}

const ORDRE: readonly Role[] = ['ROLE_STRUCTURE', 'ROLE_ADMIN', 'ROLE_DPPS']

type PropsChampRoles = {
  forme: FormeDe<SaisieUtilisateur>
  /** Why this role may be neither given nor taken; null when it may. */
  raisonDe: (role: Role) => string | null
}

/** The roles, each with what it lets one do. One that may not change stays in reach, and says why. */
function ChampRoles({ forme, raisonDe }: PropsChampRoles) {
  const id = useId()
  const { roles } = forme.saisie
  const erreur = forme.erreurDe('roles')
  const basculer = (role: Role, coche: boolean) => {
    forme.changer('roles', coche ? [...roles, role] : roles.filter((autre) => autre !== role))
    forme.toucher('roles')
  }
  return (
    <fieldset className="usr-roles" aria-describedby={erreur ? `${id}-erreur` : `${id}-aide`}>
      <legend>{forme.nommer('roles')}</legend>
      <p id={`${id}-aide`}>{t.aides.roles}</p>
      {ORDRE.map((role, rang) => {
        const raison = raisonDe(role)
        return (
          <div key={role} className="usr-role">
            <input
              type="checkbox"
              id={`${id}-${role}`}
              // The summary of faults leads to the first.
              name={rang === 0 ? 'roles' : role}
              checked={roles.includes(role)}
              aria-disabled={raison ? true : undefined}
              aria-invalid={Boolean(erreur)}
              aria-describedby={`${id}-${role}-aide`}
              onChange={({ target }) => {
                if (!raison) basculer(role, target.checked)
              }}
            />
            <label htmlFor={`${id}-${role}`}>{LIBELLES_ROLES[role]}</label>
            <span id={`${id}-${role}-aide`}>
              {t.roles[role]}
              {raison && (
                <span className="usr-raison">
                  <Icone nom="verrou" taille={14} />
                  {raison}
                </span>
              )}
            </span>
          </div>
        )
      })}
      {erreur && (
        <span className="ui-champ-erreur" id={`${id}-erreur`}>
          <Icone nom="erreur" taille={18} />
          {erreur}
        </span>
      )}
    </fieldset>
  )
}

const t = textesUtilisateur.fiche

/** What one enters of an account. `structure`: a code, blank, or words that are no code yet. */
export type SaisieUtilisateur = SaisieDe<
  typeof c,
  {
    roles: readonly Role[]
    autreStructure: readonly string[]
    /** Words typed for another structure, that name none yet. */
    reste: string
  }
>
const VIDE: SaisieUtilisateur = videDe(c, { roles: [], autreStructure: [], reste: '' })

/** Of an account as it was read, or nothing of one to be created. */
export const saisieDe = (lu: Utilisateur | null): SaisieUtilisateur => {
  const autreStructure = lu?.autreStructure.map(({ code }) => code)
  return enSaisie(c, VIDE, lu && { ...lu, structure: lu.structure?.code, autreStructure })
}

export function corpsDe(saisie: SaisieUtilisateur) {
  const { prenoms, ...corps } = enCorps(c, saisie)
  // A structure is required of some only; first names are a text, even blank.
  return { ...corps, prenoms: prenoms ?? '', structure: saisie.structure || null }
}

const f = t.fautes

function fauteAutres({ structure, autreStructure, reste }: SaisieUtilisateur): string | null {
  if (reste) return f.structureInconnue
  if (structure !== '' && autreStructure.includes(structure)) return f.structureDouble
  return autreStructure.length > AUTRES_STRUCTURES_MAX ? f.structuresTrop : null
}

/** What the table cannot say. `codes`: of the structures that exist; null while they are read. */
export const fautesPropres =
  (codes: ReadonlySet<string> | null) =>
  (saisie: SaisieUtilisateur): Fautes<keyof SaisieUtilisateur> => ({
    ...(saisie.structure
      ? { structure: codes && !codes.has(saisie.structure) ? f.structureInconnue : null }
      : !saisie.roles.includes('ROLE_STRUCTURE') && { structure: null }),
    autreStructure: fauteAutres(saisie),
  })

/** Where a refusal belongs that names no field of its own. */
export const PAR_CODE = {
  IDENTIFIANT_EXISTANT: 'identifiant',
  STRUCTURE_INCONNUE: 'structure',
  STRUCTURE_REQUISE: 'structure',
  ROLE_INTERDIT: 'roles',
  SOI_MEME: 'roles',
  DERNIER_DPPS: 'roles',
} as const

type Porteur = { roles: readonly Role[]; identifiant: string }

/** Why this person may not give or take this role on this account; null when he may. */
export function raisonRole(role: Role, agent: Porteur, compte: Porteur | null): string | null {
  const { dpps, soi } = t.interdits
  if (role === 'ROLE_DPPS' && !agent.roles.includes('ROLE_DPPS')) return dpps
  const sien = compte?.identifiant === agent.identifiant && compte.roles.includes(role)
  return sien ? soi : null
}

/** Those that exist, and those of the account while the others are read. */
function useChoix(utilisateur: Utilisateur | null) {
  const { data, isPending } = useChoixStructures()
  // A country has thousands of them: not for each key pressed.
  return useMemo(() => {
    const siennes = [utilisateur?.structure, ...(utilisateur?.autreStructure ?? [])]
    return {
      choix: choixDe(data ?? siennes.filter((structure) => !!structure), isPending),
      codes: data ? new Set(data.map(({ code }) => code)) : null,
    }
  }, [data, isPending, utilisateur])
}

/** The account is there, and its owner cannot know it yet. */
function CourrielEnAttente({ nom, onFermer }: { nom: string; onFermer: () => void }) {
  // Nothing typed any more: the browser's back button closes it.
  useAbandon(false, onFermer)
  const fermer = (
    <BoutonAction variant="contained" onClick={onFermer}>
      {t.attente.fermer}
    </BoutonAction>
  )
  return (
    <Dialogue ouvert titre={t.attente.titre} onFermer={onFermer} actions={fermer}>
      <Alerte gravite="warning">{t.attente.texte(nom)}</Alerte>
    </Dialogue>
  )
}

const PROPRES = {
  email: { place: 'ui-plein', largeur: 'md' },
  identifiant: {
    place: 'ui-plein',
    largeur: 'md',
    autoCapitalize: 'none',
    spellCheck: false,
  },
} as const

// The others have a piece of their own here.
const seDessine = (nom: NomDe<typeof c>) => estSimple(c, nom)

type Props = {
  /** Absent: one to be created. */
  utilisateur?: Utilisateur
  onFermer: () => void
}

/** An account to create or to modify. */
export function UtilisateurForm({ utilisateur, onFermer }: Props) {
  const agent = useAuth()
  const lue = utilisateur ?? null
  const { choix, codes } = useChoix(lue)
  const { forme, envoi } = useForme(
    { champs: c, lue, saisieDe, fautes: fautesPropres(codes), parCode: PAR_CODE },
    useEnregistrerUtilisateur(),
    useRelireUtilisateur(),
  )
  /** Whose temporary password waits for mails to be sent. */
  const [attente, setAttente] = useState<string | null>(null)
  const { saisie, base, lier, changer, erreurDe } = forme
  if (attente) return <CourrielEnAttente nom={attente} onFermer={onFermer} />
  const vise = lue && { id: lue.id, version: forme.version ?? 0 }
  const onSoumettre = () =>
    envoi.soumettre(() => ({ corps: corpsDe(saisie), vise }), {
      onSuccess: (recu) => (recu.envoi === 'AUCUN' ? setAttente(recu.nomAffichable) : onFermer()),
    })
  const { modificationEmail, creationEmail, ...aides } = t.aides
  const email = lue ? modificationEmail : creationEmail
  const dessin = { forme, aides: { ...aides, email }, propres: PROPRES }
  const requise = saisie.roles.includes('ROLE_STRUCTURE')
  return (
    <Fiche
      titre={lue ? t.modification(lue.nomAffichable) : t.creation}
      textes={lue ? t : { ...t, reseau: t.reseauCreation }}
      bouton={lue ? t.enregistrer : t.creer}
      {...{ forme, envoi, onSoumettre, onFermer }}
    >
      <Groupe
        {...dessin}
        legende={t.personne}
        champs={nomsDuBloc(c, 'personne').filter(seDessine)}
      />
      <Groupe {...dessin} legende={t.acces} champs={nomsDuBloc(c, 'acces').filter(seDessine)}>
        <ChampRoles forme={forme} raisonDe={(role) => raisonRole(role, agent, lue && base)} />
      </Groupe>
      <Groupe
        key={envoi.recharge}
        {...dessin}
        legende={t.perimetre}
        champs={nomsDuBloc(c, 'perimetre').filter(seDessine)}
      >
        <ChampCode
          name="structure"
          libelle={requise ? c.structure.libelle : t.structureFacultative}
          aide={requise ? aides.structureRequise : aides.structure}
          required={requise}
          erreur={erreurDe('structure')}
          choix={choix}
          valeur={saisie.structure}
          onValeur={(valeur) => changer('structure', valeur)}
          onBlur={lier('structure').onBlur}
        />
        <ChampAutresStructures choix={choix} forme={forme} />
      </Groupe>
    </Fiche>
  )
}
