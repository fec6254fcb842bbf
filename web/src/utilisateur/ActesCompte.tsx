import type { Utilisateur } from '@releve/contract/utilisateur/utilisateur.schema.ts'
import { type ComponentProps, useState } from 'react'
import { EchecApi } from '../api/envoi.ts'
import { useAuth } from '../app/useSession.ts'
import { Actes, Effets } from '../ui/Actes.tsx'
import { BoutonAction } from '../ui/BoutonAction.tsx'
import { BoutonIcone } from '../ui/BoutonIcone.tsx'
import { Confirmation } from '../ui/Confirmation.tsx'
import { FicheEchec } from '../ui/FicheEchec.tsx'
import type { NomIcone } from '../ui/Icone.tsx'
import { useFocusGarde } from '../ui/useFocusGarde.ts'
import { UtilisateurForm } from './UtilisateurForm.tsx'
import {
  useBloquerUtilisateur,
  useDelierUtilisateur,
  useOublierComptes,
  useRetirerSecondFacteur,
} from './utilisateur.queries.ts'
import { textesUtilisateur } from './utilisateur.textes.ts'
import './utilisateur.css'

type PropsConfirmationDialogue = {
  /** Names the person. */
  titre: string
  /** What happens then. */
  effets: readonly string[]
  bouton: string
  enCours: boolean
  echec: unknown
  /** When another person changed the account meanwhile. */
  onRecharger?: (() => void) | undefined
  onAgir: () => void
  onFermer: () => void
}

/** Asks before an act on somebody's account: whose it is, and what happens then. */
function ConfirmationDialogue(props: PropsConfirmationDialogue) {
  const { effets, echec, onRecharger, ...confirmation } = props
  return (
    <Confirmation {...confirmation} fermer={textesUtilisateur.actes.fermer}>
      <FicheEchec textes={textesUtilisateur.confirmation} echec={echec} onRecharger={onRecharger} />
      <Effets effets={effets} />
    </Confirmation>
  )
}

const tSecondFacteurDialogue = textesUtilisateur.secondFacteur

type PropsSecondFacteurDialogue = { utilisateur: Utilisateur; onFermer: () => void }

/** Asks before the second factor of a person who can no longer give a code is taken away. */
function SecondFacteurDialogue({ utilisateur, onFermer }: PropsSecondFacteurDialogue) {
  const { id, nomAffichable: nom } = utilisateur
  const { mutate, isPending, error } = useRetirerSecondFacteur()
  return (
    <ConfirmationDialogue
      titre={tSecondFacteurDialogue.titre(nom)}
      effets={tSecondFacteurDialogue.effets}
      bouton={textesUtilisateur.actes.facteur}
      enCours={isPending}
      echec={error}
      onAgir={() => mutate({ id, nom }, { onSuccess: onFermer })}
      onFermer={onFermer}
    />
  )
}

const tLiaisonDialogue = textesUtilisateur.liaison

/** Asks before an account is unlinked from what opens it beside its password. */
function LiaisonDialogue({ utilisateur, onFermer }: PropsSecondFacteurDialogue) {
  const { id, nomAffichable: nom } = utilisateur
  const { mutate, isPending, error } = useDelierUtilisateur()
  return (
    <ConfirmationDialogue
      titre={tLiaisonDialogue.titre(nom)}
      effets={tLiaisonDialogue.effets}
      bouton={textesUtilisateur.actes.delier}
      enCours={isPending}
      echec={error}
      onAgir={() => mutate({ id, nom }, { onSuccess: onFermer })}
      onFermer={onFermer}
    />
  )
}

type PropsBlocageDialogue = { utilisateur: Utilisateur; bloquer: boolean; onFermer: () => void }

/** Asks before an account is blocked, or opened again. */
function BlocageDialogue({ utilisateur, bloquer, onFermer }: PropsBlocageDialogue) {
  const { id, version, nomAffichable: nom } = utilisateur
  const { mutate, isPending, error } = useBloquerUtilisateur()
  const oublier = useOublierComptes()
  const perimee = error instanceof EchecApi && error.code === 'VERSION_COMPTE_PERIMEE'
  const t = bloquer ? textesUtilisateur.blocage : textesUtilisateur.deblocage
  // One reads what the other person did, then asks again.
  const recharger = () => {
    oublier()
    onFermer()
  }
  return (
    <ConfirmationDialogue
      titre={t.titre(nom)}
      effets={t.effets}
      bouton={bloquer ? textesUtilisateur.actes.bloquer : textesUtilisateur.actes.debloquer}
      enCours={isPending}
      echec={error}
      onRecharger={perimee ? recharger : undefined}
      onAgir={() => mutate({ id, version, bloquer }, { onSuccess: onFermer })}
      onFermer={onFermer}
    />
  )
}

const t = textesUtilisateur.actes

type Acte = {
  cle: 'fiche' | 'blocage' | 'deblocage' | 'facteur' | 'liaison'
  icone: NomIcone
  libelle: string
  /** For a screen reader among other rows: whose account it is. */
  nom: string
}

/** In an order that keeps a button in its place when another comes or goes. */
function actesDe(
  { actions, nomAffichable: nom }: Utilisateur,
  { facteur, liaison }: { facteur: boolean; liaison: boolean },
): Acte[] {
  const actes: Acte[] = []
  if (actions.includes('modifier')) {
    actes.push({ cle: 'fiche', icone: 'crayon', libelle: t.modifier, nom: t.modifierNom(nom) })
  }
  if (actions.includes('bloquer')) {
    actes.push({ cle: 'blocage', icone: 'verrou', libelle: t.bloquer, nom: t.bloquerNom(nom) })
  }
  if (actions.includes('debloquer')) {
    const libelles = { libelle: t.debloquer, nom: t.debloquerNom(nom) }
    actes.push({ cle: 'deblocage', icone: 'deverrou', ...libelles })
  }
  if (facteur) {
    const libelles = { libelle: t.facteur, nom: t.facteurNom(nom) }
    actes.push({ cle: 'facteur', icone: 'motDePasse', ...libelles })
  }
  if (liaison) {
    actes.push({ cle: 'liaison', icone: 'personne', libelle: t.delier, nom: t.delierNom(nom) })
  }
  return actes
}

const PLACES = ['a', 'b', 'c', 'd', 'e']

type Props = {
  utilisateur: Utilisateur
  /** Icons in a table, words on the account's own page. */
  genre: 'icones' | 'boutons'
}

const Icones = (props: ComponentProps<typeof Actes>) => <div {...props} className="usr-icones" />

/** What the agent may do to this account now, and nothing that the server would refuse. */
export function ActesCompte({ utilisateur, genre }: Props) {
  const [ouvert, setOuvert] = useState<Acte['cle'] | null>(null)
  const fermer = () => setOuvert(null)
  const { identifiant } = useAuth()
  // One's own is taken away on one's own page, with a code.
  const autre = utilisateur.secondFacteur && utilisateur.identifiant !== identifiant
  const surPage = genre === 'boutons' && utilisateur.actions.includes('modifier')
  const [facteur, liaison] = [surPage && autre, surPage && utilisateur.identiteLiee]
  const actes = actesDe(utilisateur, { facteur, liaison })
  const ref = useFocusGarde<HTMLDivElement>(actes.length)
  const Bloc = genre === 'icones' ? Icones : Actes
  return (
    <Bloc ref={ref}>
      {actes.map(({ cle, icone, libelle, nom }, rang) => {
        const commun = { 'aria-label': nom, onClick: () => setOuvert(cle) }
        // By rank: a blocked account gets the other button in this one's place, and the focus stays.
        return genre === 'icones' ? (
          <BoutonIcone key={PLACES[rang]} nom={icone} {...commun} />
        ) : (
          <BoutonAction key={PLACES[rang]} icone={icone} {...commun}>
            {libelle}
          </BoutonAction>
        )
      })}
      {ouvert === 'fiche' && <UtilisateurForm utilisateur={utilisateur} onFermer={fermer} />}
      {ouvert === 'facteur' && (
        <SecondFacteurDialogue utilisateur={utilisateur} onFermer={fermer} />
      )}
      {ouvert === 'liaison' && <LiaisonDialogue utilisateur={utilisateur} onFermer={fermer} />}
      {(ouvert === 'blocage' || ouvert === 'deblocage') && (
        <BlocageDialogue
          utilisateur={utilisateur}
          bloquer={ouvert === 'blocage'}
          onFermer={fermer}
        />
      )}
    </Bloc>
  )
}
