import type { CelluleDite } from '@releve/contract/modele/completion.ts'
import type { VocabulaireModele } from '@releve/contract/modele/gestion.schema.ts'
import { INDICATEURS } from '@releve/contract/modele/modele.schema.ts'
import type { ModeleSource, SectionSource } from '@releve/contract/modele/source.schema.ts'
import type { FauteModele } from '@releve/contract/modele/source.verifier.ts'
import { BoutonAction } from '../../../ui/BoutonAction.tsx'
import { Icone } from '../../../ui/Icone.tsx'
import { Menu } from '../../../ui/Menu.tsx'
import { textesModele } from '../modele.textes.ts'
import { ChampTrait } from './Champs.tsx'
import {
  ajouterA,
  type Chemin,
  codeControleLibre,
  codeLibre,
  deplacerA,
  estSous,
  lireA,
  memeChemin,
  PARTIES,
  partieNeuve,
  poserA,
  retirerA,
  sectionNeuve,
} from './edition.ts'
import { nomDe } from './Plan.tsx'
import { Rythme } from './Rythme.tsx'
import { lacunesDe } from './suivi.ts'
import { estExige, type SorteNoeud, type Trait, traitsDe } from './traits.ts'
import type { Atelier } from './useAtelier.ts'

const t = textesModele.atelier

type Props = {
  source: ModeleSource
  choisi: Chemin
  /** `vers`: where the focus goes then; nowhere else, absent. */
  onChoisir: (chemin: Chemin, vers?: 'titre' | 'champ') => void
  changer: Atelier['changer']
  fautes: readonly FauteModele[]
  cellules: readonly CelluleDite[]
  vocabulaire: VocabulaireModele
}

/** Which traits a part may say. */
function sorteDe(chemin: Chemin, noeud: object): SorteNoeud {
  const [racine, , liste] = chemin
  if (racine === undefined) return 'modele'
  if (racine === 'controles') return 'controle'
  // Of a section, its own kind.
  if (liste === undefined) return Reflect.get(noeud, 'type') as SectionSource['type']
  return 'code' in noeud ? 'champ' : 'codifiee'
}

/** The part that is chosen: what is done with it as a whole, then all that it says. */
export function Panneau(props: Props) {
  const { source, choisi, changer } = props
  const noeud = lireA(source, choisi)
  if (typeof noeud !== 'object' || noeud === null) return null
  const sorte = sorteDe(choisi, noeud)
  const traits = traitsDe(
    sorte === 'champ' && estMatrice(source, choisi) ? 'modalite' : sorte,
    noeud,
  )
  return (
    <section className="mdl-panneau" aria-labelledby="mdl-panneau-titre">
      <h2 id="mdl-panneau-titre" tabIndex={-1}>
        {choisi.length === 0 ? t.plan.modele : nomDe(noeud)}
      </h2>
      <Gestes {...props} />
      <div className="mdl-traits">
        {traits.map((trait) => (
          <UnTrait key={`${choisi.join('.')}.${trait.cle}`} {...props} {...{ trait, sorte }} />
        ))}
        {choisi.length === 0 && (
          <Rythme {...{ source, changer }} fautes={props.fautes.filter(estDuRythme)} />
        )}
        {choisi.length === 0 && <Indicateurs {...props} />}
      </div>
    </section>
  )
}

const estDuRythme = ({ chemin }: FauteModele) =>
  chemin[0] === 'moisAttendus' || chemin[0] === 'moisCouverts'

const estMatrice = (source: ModeleSource, chemin: Chemin) =>
  lireA(source, [...chemin.slice(0, 2), 'type']) === 'matrice'

/** `chemin`: of what need not be said, where it does not stand in the part that is chosen. */
type PropsTrait = Props & { trait: Trait; sorte: SorteNoeud; chemin?: Chemin }

function UnTrait(props: PropsTrait) {
  const { source, choisi, changer, fautes, trait, sorte, cellules, vocabulaire } = props
  const chemin = props.chemin ?? [...choisi, trait.cle]
  const exige =
    props.chemin === undefined &&
    estExige(sorte, trait.cle) &&
    !(trait.cle === 'nature' && estMatriceModalite(source, choisi))
  return (
    <ChampTrait
      {...{ trait, exige, cellules, vocabulaire }}
      porteur={lireA(source, chemin.slice(0, -1))}
      valeur={lireA(source, chemin)}
      fautes={fautes.filter((faute) => estSous(faute.chemin, chemin))}
      onChange={(dit) => changer((avant) => poserA(avant, chemin, dit), chemin.join('.'))}
    />
  )
}

/** A row or a column of a matrix: its nature may be left to its section. */
const estMatriceModalite = (source: ModeleSource, chemin: Chemin) =>
  chemin.length === 4 && estMatrice(source, chemin)

/** The four cells that follow-up reads; what will not be shown for want of one is said. */
function Indicateurs(props: Props) {
  const lacunes = lacunesDe(props.source)
  return (
    <fieldset className="mdl-types">
      <legend>{t.indicateurs.titre}</legend>
      <span className="mdl-gris">{t.indicateurs.aide}</span>
      {INDICATEURS.map((nom) => (
        <UnTrait
          key={nom}
          {...props}
          sorte="modele"
          chemin={['indicateurs', nom]}
          trait={{ cle: nom, genre: 'formule', libelle: t.indicateurs.noms[nom] }}
        />
      ))}
      <div role="status">
        {lacunes.length > 0 && (
          <>
            <p className="mdl-gris">{t.indicateurs.lacunes}</p>
            <ul className="mdl-gris">
              {lacunes.map((lacune) => (
                <li key={lacune}>{t.indicateurs.sans[lacune]}</li>
              ))}
            </ul>
          </>
        )}
      </div>
    </fieldset>
  )
}

/** What is done with a part as a whole: add beside it or in it, move, copy, take away. */
function Gestes({ source, choisi, onChoisir, changer }: Props) {
  const rang = Number(choisi.at(-1))
  const liste = choisi.slice(0, -1)
  const freres = lireA(source, liste)
  const nombre = Array.isArray(freres) ? freres.length : 0
  const deplacer = (vers: number) => {
    changer((avant) => deplacerA(avant, choisi, vers))
    onChoisir([...liste, vers])
  }
  const dupliquer = () => {
    const copie: unknown = structuredClone(lireA(source, choisi))
    if (typeof copie !== 'object' || copie === null || !Array.isArray(freres)) return
    if ('code' in copie)
      copie.code =
        choisi[0] === 'controles'
          ? codeControleLibre(source.controles)
          : codeLibre(freres, `${String(copie.code).slice(0, 26)}_`)
    changer((avant) => ajouterA(avant, liste, rang + 1, copie))
    onChoisir([...liste, rang + 1], 'champ')
  }
  const retirer = () => {
    changer((avant) => retirerA(avant, choisi))
    onChoisir(liste.length > 1 ? liste.slice(0, -1) : [], 'titre')
  }
  // A model has a section at least, a section a field: the last one stays.
  const dernier = nombre === 1 && liste.at(-1) !== 'controles' && liste.at(-1) !== 'groupes'
  return (
    <div className="mdl-actes">
      <Ajouts {...{ source, choisi, onChoisir, changer }} />
      {choisi.length > 0 && (
        <>
          <BoutonAction
            size="small"
            icone="triHaut"
            raison={rang === 0 ? t.gestes.premier : null}
            raisonMuette
            onClick={() => deplacer(rang - 1)}
          >
            {t.gestes.monter}
          </BoutonAction>
          <BoutonAction
            size="small"
            icone="triBas"
            raison={rang === nombre - 1 ? t.gestes.dernier : null}
            raisonMuette
            onClick={() => deplacer(rang + 1)}
          >
            {t.gestes.descendre}
          </BoutonAction>
          <BoutonAction size="small" onClick={dupliquer}>
            {t.gestes.dupliquer}
          </BoutonAction>
          <BoutonAction
            size="small"
            variant="text"
            raison={dernier ? t.gestes.seul : null}
            raisonMuette
            onClick={retirer}
          >
            {t.gestes.retirer}
          </BoutonAction>
        </>
      )}
    </div>
  )
}

type PropsAjouts = Pick<Props, 'source' | 'choisi' | 'onChoisir' | 'changer'>

/** What may be added: sections and controls to the model, its parts to a section. */
function Ajouts({ source, choisi, onChoisir, changer }: PropsAjouts) {
  const ajouter = (liste: Chemin, rang: number, dit: unknown) => {
    changer((avant) => ajouterA(avant, liste, rang, dit))
    onChoisir([...liste, rang], 'champ')
  }
  const apres = choisi[0] === 'sections' ? Number(choisi[1]) + 1 : source.sections.length
  const choix = [
    ...partiesAAjouter(source, choisi, ajouter),
    ...(['champs', 'matrice', 'tableau', 'identification'] as const).map((type) => ({
      libelle: t.ajouts.section[type],
      onChoisir: () => {
        const code = codeLibre(source.sections, 'SEC')
        ajouter(['sections'], apres, sectionNeuve(type, code, t.ajouts.sectionNeuve))
      },
    })),
    {
      libelle: t.ajouts.controle,
      onChoisir: () =>
        ajouter(['controles'], source.controles.length, {
          code: codeControleLibre(source.controles),
          niveau: 'BLOQUANT',
          formule: '',
          cellules: [],
          message: '',
        }),
    },
  ]
  return (
    <Menu libelle={t.ajouts.nom} choix={choix}>
      <Icone nom="plus" taille={18} />
      {t.ajouts.nom}
    </Menu>
  )
}

type Ajouter = (liste: Chemin, rang: number, dit: unknown) => void

/** Into the section where one is: a part of each of its lists, or all the values of a code list. */
function partiesAAjouter(source: ModeleSource, choisi: Chemin, ajouter: Ajouter) {
  const [racine, rang, liste, place] = choisi
  const section = racine === 'sections' ? source.sections[Number(rang)] : undefined
  if (!section) return []
  const { type } = section
  return PARTIES[type].flatMap((nom) => {
    const chemin: Chemin = ['sections', Number(rang), nom]
    const lus = lireA(source, chemin)
    const freres: readonly unknown[] = Array.isArray(lus) ? lus : []
    const ou = memeChemin([liste ?? ''], [nom]) ? Number(place) + 1 : freres.length
    const une = {
      libelle: t.ajouts[nom],
      onChoisir: () => ajouter(chemin, ou, partieNeuve(type, nom, freres, t.ajouts.neuf[nom])),
    }
    if (type !== 'matrice') return [une]
    const codifiee = {
      libelle: t.ajouts.codifie[nom === 'champs' ? 'lignes' : nom],
      onChoisir: () => ajouter(chemin, ou, { codification: '' }),
    }
    return [une, codifiee]
  })
}
