import { libellePeriode } from '@releve/contract/mois.ts'
import type { PremiereRelance, PremieresRelances } from '@releve/contract/relance/relance.schema.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { messageDe, titreEchec } from '../api/envoi.ts'
import type { Demander } from '../app/demande.ts'
import { paths } from '../paths.ts'
import { Alerte } from '../ui/Alerte.tsx'
import { BoutonAction, LienAction } from '../ui/BoutonAction.tsx'
import { Chargement } from '../ui/Chargement.tsx'
import { EtatVide } from '../ui/EtatVide.tsx'
import { formatNombre } from '../ui/format.ts'
import { Second } from '../ui/Ligne.tsx'
import { Page } from '../ui/Page.tsx'
import { type Colonne, Tableau } from '../ui/Tableau.tsx'
import { premieres, useOuvrir } from './relance.queries.ts'
import { textesRelance } from './relance.textes.ts'

const t = textesRelance.premieres

export const demander: Demander = (client) => client.prefetchQuery(premieres)

const COLONNES: readonly Colonne<PremiereRelance>[] = [
  {
    cle: 'structure',
    titre: t.structure,
    largeur: 40,
    rendu: ({ structure }) => (
      <>
        <Link to={paths.structure(structure.code)}>{structure.libelle}</Link>
        <Second>{structure.code}</Second>
      </>
    ),
  },
  {
    cle: 'rapports',
    titre: t.rapports,
    nombre: true,
    rendu: ({ formulaires }) => formatNombre(formulaires),
  },
  {
    cle: 'depuis',
    titre: t.depuis,
    coupure: 'aucune',
    rendu: ({ joursRetard, ...mois }) => (
      <>
        {libellePeriode(mois, mois.moisCouverts)}
        {joursRetard > 0 && <Second>{textesRelance.dialogue.retard(joursRetard)}</Second>}
      </>
    ),
  },
  {
    cle: 'personnes',
    titre: t.personnes,
    coupure: 'libre',
    rendu: ({ personnes }) => (personnes.length > 0 ? personnes.join(', ') : t.personne),
  },
]

/** What would leave, or why nothing would. */
function Bilan({ liste }: { liste: PremieresRelances }) {
  if (!liste.debute)
    return (
      <EtatVide
        icone="reglages"
        action={
          <LienAction to={paths.parametres('calendrier')} variant="contained">
            {t.fixer}
          </LienAction>
        }
      >
        {t.sansDebut}
      </EtatVide>
    )
  if (liste.le === null) return <EtatVide icone="coche">{t.rien}</EtatVide>
  return (
    <>
      <p role="status">{t.bilan(liste, liste.le)}</p>
      <Tableau
        legende={t.legende}
        colonnes={COLONNES}
        lignes={liste.structures}
        cleDe={({ structure }) => structure.code}
      />
    </>
  )
}

/** They leave already: said before the list of those whom the next ones would reach. */
function Ouvertes({ liste }: { liste: PremieresRelances }) {
  return (
    <Alerte gravite={liste.automatiques ? 'success' : 'info'}>
      {liste.automatiques ? t.ouvertes : t.eteintes}{' '}
      <Link to={paths.parametres('calendrier')}>{t.reglages}</Link>
    </Alerte>
  )
}

/** The button that opens them, under the list that was looked at. */
function Ouverture({ liste }: { liste: PremieresRelances }) {
  const { mutate, isPending, error } = useOuvrir()
  if (!liste.debute) return null
  return (
    <>
      {error && (
        <Alerte gravite="error" role="alert" titre={titreEchec(error, t.echec)}>
          {messageDe(error)}
        </Alerte>
      )}
      <p>{t.ouvrirAide}</p>
      <div>
        <BoutonAction
          variant="contained"
          enCours={isPending}
          onClick={() => !isPending && mutate(liste.empreinte)}
        >
          {t.ouvrir}
        </BoutonAction>
      </div>
    </>
  )
}

/** `/dashboard/relances`: whom the first reminders would reach, and what opens them. */
export default function PremieresPage() {
  const requete = useQuery(premieres)
  return (
    <Page titre={t.titre} chapeau={t.chapeau}>
      <Chargement requete={requete} lignes={6}>
        {(liste) => (
          <>
            {liste.ouvertes && <Ouvertes liste={liste} />}
            <Bilan liste={liste} />
            {!liste.ouvertes && <Ouverture liste={liste} />}
          </>
        )}
      </Chargement>
    </Page>
  )
}
