import type { OutputOf } from '@releve/contract/operation.ts'
import { CHAMPS_ORGANISATION } from '@releve/contract/parametre/organisation.champs.ts'
import type { Organisation, parametreApi } from '@releve/contract/parametre/parametre.api.ts'
import { ChampTexte } from '../ui/ChampTexte.tsx'
import { Chargement } from '../ui/Chargement.tsx'
import { FormeReglages, useReglages } from './FormeReglages.tsx'
import { useOrganisation } from './parametre.queries.ts'
import { textesParametre } from './parametre.textes.ts'

const t = textesParametre.organisation

type ReglagesRecus = OutputOf<typeof parametreApi.lireOrganisation>

const CHAMPS = ['organisation', 'pays'] as const
const saisieDe = ({ organisation, pays }: ReglagesRecus): Organisation => ({ organisation, pays })
const corpsDe = (saisie: Organisation) => saisie

type Props = { recu: ReglagesRecus; groupe: ReturnType<typeof useOrganisation> }

function Forme({ recu, groupe }: Props) {
  const reglages = useReglages(recu, groupe, { champs: CHAMPS_ORGANISATION, saisieDe, corpsDe })
  const { lier } = reglages.forme
  return (
    <FormeReglages reglages={reglages}>
      {CHAMPS.map((champ) => (
        <ChampTexte key={champ} {...lier(champ)} aide={t.aides[champ]} autoComplete="off" />
      ))}
    </FormeReglages>
  )
}

/** By which name the platform signs: the organisation's, and the country's. */
export function OrganisationForm() {
  const groupe = useOrganisation()
  return (
    <>
      <p className="prm-chapeau">{t.chapeau}</p>
      <Chargement requete={groupe.requete}>
        {(recu) => <Forme recu={recu} groupe={groupe} />}
      </Chargement>
    </>
  )
}
