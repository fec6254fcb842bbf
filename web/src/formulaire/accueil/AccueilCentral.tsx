import type { Resume } from '@releve/contract/formulaire/formulaire.schema.ts'
import type { Liste } from '@releve/contract/page.ts'
import type { Role } from '@releve/contract/utilisateur/droits.ts'
import { useQueries } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { Link } from 'react-router'
import { aDroit } from '../../app/session.ts'
import { paths } from '../../paths.ts'
import { EchecChargement } from '../../ui/Chargement.tsx'
import { EtatVide } from '../../ui/EtatVide.tsx'
import { formatNombre } from '../../ui/format.ts'
import { colonnesDe, SqueletteFormulaires, TableauFormulaires } from '../listes/colonnes.tsx'
import { APERCU, type EtatSuivi, etatsSuivis, listesSuivies } from './accueil.queries.ts'
import { textesAccueil } from './accueil.textes.ts'
import { Bloc } from './Bloc.tsx'
import { Collecte, type MoisCollecte, useCollecte } from './Collecte.tsx'

const DemandesProlongation = lazy(() => import('./DemandesProlongation.tsx'))

const t = textesAccueil.central
type Suivi = { etat: EtatSuivi; liste: Liste<Resume> | undefined }

const COLONNES = colonnesDe('structure', 'rapport', 'contenu', 'effectif', 'modifieLe')
const AVEC_ACTION = [...COLONNES, ...colonnesDe('action')]

function useSuivis(etats: readonly EtatSuivi[]) {
  const requetes = useQueries({ queries: listesSuivies(etats) })
  return { requetes, suivis: etats.map((etat, rang) => ({ etat, liste: requetes[rang]?.data })) }
}

/** The day's work in figures, each the way to its list. */
function Chiffres({ suivis, collecte }: { suivis: Suivi[]; collecte: MoisCollecte[] }) {
  const retards = collecte.filter(({ echue }) => echue)
  const enRetard = retards.reduce((somme, { manquants }) => somme + (manquants ?? 0), 0)
  const connus = retards.every(({ manquants }) => manquants !== null)
  const chiffres = [
    ...suivis.map(({ etat, liste }) => ({
      cle: etat,
      nombre: liste?.total ?? null,
      vers: paths.saisiesStructures({ etats: etat }),
      classe: 'acc-chiffre',
    })),
    {
      cle: 'retards' as const,
      nombre: connus ? enRetard : null,
      vers: '#collecte',
      classe: enRetard > 0 ? 'acc-chiffre acc-chiffre-retard' : 'acc-chiffre',
    },
  ]
  return (
    <ul className="acc-chiffres">
      {chiffres.map(({ cle, nombre, vers, classe }) => (
        <li key={cle} className={classe}>
          <Link to={vers}>
            <strong>{formatNombre(nombre)}</strong>
            <span>{t.chiffres[cle]}</span>
          </Link>
        </li>
      ))}
    </ul>
  )
}

function BlocEtat({ etat, liste }: Suivi) {
  if (!liste || liste.total === 0) return null
  const { elements, total } = liste
  const tous = <Link to={paths.saisiesStructures({ etats: etat })}>{t.voir(total)}</Link>
  return (
    <Bloc titre={t[etat]} nombre={total} fin={total > APERCU && tous}>
      <TableauFormulaires
        legende={t[etat]}
        colonnes={etat === 'RENVOYE' ? COLONNES : AVEC_ACTION}
        lignes={elements}
      />
    </Bloc>
  )
}

function Attente() {
  return (
    <>
      <div className="acc-chiffres acc-sq-chiffres" />
      <div className="acc-sq-collecte" />
      <SqueletteFormulaires colonnes={AVEC_ACTION} lignes={APERCU} />
    </>
  )
}

/** What the central directorate has to do now, by right, and what it waits for. */
export function AccueilCentral({ roles }: { roles: readonly Role[] }) {
  const { requetes, suivis } = useSuivis(etatsSuivis(roles))
  const { requetes: lectures, mois } = useCollecte()
  const toutes = [...requetes, ...lectures]
  // All at once: nothing comes above what is already being read.
  if (toutes.some(({ isPending }) => isPending)) return <Attente />
  const echec = toutes.find(({ error }) => error)?.error
  const relire = () => toutes.forEach(({ error, refetch }) => void (error && refetch()))
  if (toutes.every(({ data }) => !data))
    return <EchecChargement echec={echec} onReessayer={relire} />
  const rien = !echec && suivis.every(({ liste }) => liste?.total === 0)
  return (
    <>
      {echec && <EchecChargement echec={echec} onReessayer={relire} />}
      {aDroit(roles, 'calendrier.gerer') && (
        <Suspense>
          <DemandesProlongation />
        </Suspense>
      )}
      <Chiffres suivis={suivis} collecte={mois} />
      <Collecte mois={mois} />
      {rien && <EtatVide icone="coche">{t.rien}</EtatVide>}
      {suivis.map((suivi) => (
        <BlocEtat key={suivi.etat} {...suivi} />
      ))}
    </>
  )
}
