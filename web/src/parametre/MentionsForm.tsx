import type { Texte } from '@releve/contract/champ.ts'
import type { OutputOf } from '@releve/contract/operation.ts'
import {
  CHAMPS_MENTIONS,
  type ChampMention,
  type Mentions,
  parChamp,
} from '@releve/contract/parametre/mentions.champs.ts'
import type { parametreApi } from '@releve/contract/parametre/parametre.api.ts'
import { paths } from '../paths.ts'
import { ChampTexte, ChampTexteLong } from '../ui/ChampTexte.tsx'
import { Chargement } from '../ui/Chargement.tsx'
import { Note } from '../ui/Note.tsx'
import { FormeReglages, useReglages } from './FormeReglages.tsx'
import { PagePublique } from './PagePublique.tsx'
import { useMentions } from './parametre.queries.ts'
import { textesParametre } from './parametre.textes.ts'

const t = textesParametre.mentions

type ReglagesRecus = OutputOf<typeof parametreApi.lireMentions>

/** The fields of each part of the tab, two by two where there is room. */
const GROUPES: Record<keyof typeof t.groupes, readonly ChampMention[]> = {
  editeur: ['editeurNom', 'editeurTelephone', 'editeurAdresse', 'directeurPublication'],
  hebergeur: ['hebergeurNom', 'hebergeurTelephone', 'hebergeurAdresse'],
  protection: ['protectionNom', 'protectionEmail', 'protectionTelephone'],
  autorite: ['autoriteNom', 'autoriteSite', 'autoriteAdresse'],
  accessibilite: ['accessibiliteAudit', 'accessibiliteRecours'],
  securite: ['securiteEmail'],
}
const NOTES = new Map<string, string>(Object.entries(t.notes))
const TITRES = new Map<string, string>(Object.entries(t.groupes))
const AIDES = new Map<string, string>(Object.entries(t.aides))

const saisieDe = (recu: ReglagesRecus): Mentions => parChamp((champ) => recu[champ])
const corpsDe = (saisie: Mentions) => saisie

function Forme({ recu, groupe }: { recu: ReglagesRecus; groupe: ReturnType<typeof useMentions> }) {
  const reglages = useReglages(recu, groupe, { champs: CHAMPS_MENTIONS, saisieDe, corpsDe })
  const { lier } = reglages.forme
  return (
    <FormeReglages reglages={reglages}>
      {Object.entries(GROUPES).map(([nom, champs]) => (
        <fieldset key={nom} className="prm-groupe">
          <legend>{TITRES.get(nom)}</legend>
          {NOTES.has(nom) && <Note className="prm-note">{NOTES.get(nom)}</Note>}
          <div className="prm-champs">
            {champs.map((champ) => {
              const { nature }: Texte = CHAMPS_MENTIONS[champ]
              const liens = { ...lier(champ), aide: AIDES.get(champ) }
              return nature === 'lignes' ? (
                <ChampTexteLong key={champ} {...liens} rows={3} />
              ) : (
                <ChampTexte key={champ} {...liens} autoComplete="off" />
              )
            })}
          </div>
        </fieldset>
      ))}
    </FormeReglages>
  )
}

/** Who publishes, hosts and answers for the platform, as the public notices say it. */
export function MentionsForm() {
  const groupe = useMentions()
  return (
    <>
      <p className="prm-chapeau">
        {t.chapeau} <PagePublique adresse={paths.accueilSection('conditions')} />
      </p>
      <Chargement requete={groupe.requete} lignes={10}>
        {(recu) => <Forme recu={recu} groupe={groupe} />}
      </Chargement>
    </>
  )
}
