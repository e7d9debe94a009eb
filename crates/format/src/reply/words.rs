//! Words that have a meaning in a sentence about a grid, in the languages that models answer in.
//!
//! English words have places in a grammar, which [`clause`](super::clause) reads. Other languages have a table each, with
//! its words for wrong, right, not and twice, and the side on which the word for not stands. A word that ends with `*` is the
//! start of many, and so is each of a script without blanks.

use std::sync::LazyLock;

/// The meaning of a word in a clause about a grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Word {
    /// The grid: `this`, `grid`.
    Subject,
    /// A word that may mean the grid: `it`, `that`.
    Pronoun,
    /// A pronoun that is no subject: `there`, `which`.
    There,
    /// `I`, `we`.
    Writer,
    /// A word that describes a grid or the work on it, checks it, or closes a reply: `used`, `filled`, `hope`.
    Told,
    /// `hmm`: the writer hesitates.
    Doubt,
    /// `and`, `because`: what follows has words for not of its own.
    Joint,
    /// A part of the grid: `row`. The grid is wrong if a part is wrong, and may be wrong if a part is right.
    Part,
    /// A noun that says nothing about the grid: `candidate`.
    Noun,
    /// `is`, `was`, `does`.
    Is,
    /// `be`, which says something behind `cannot`.
    Be,
    /// `not`, and the halves of `isn't`.
    Not,
    /// `0`, as in `errors: 0`.
    Zero,
    /// `no`, `nope`: `not`, which alone takes back what stands before.
    No,
    Yes,
    /// `wrong`, `incorrect`.
    Bad,
    /// `right`, `satisfies`.
    Good,
    /// `solution`.
    Solution,
    /// `answer`: a solution, and what a reply announces.
    Answer,
    /// `mistake`, `duplicate`.
    Flaw,
    /// `violates`, `conflicts`: what a wrong grid does, or has.
    Breaks,
    /// `missing`, `lacks`: said of a house whose cells are still empty, too.
    Lacks,
    /// `has`, `made`: what stands before a mistake.
    Has,
    /// `two`, as in `has two 5s`.
    Two,
    /// `5s`.
    Plural,
    /// `twice`.
    Twice,
    /// `checked`, after which `twice` is no fault.
    Checks,
    /// `null`, as in `"solution": null`.
    Nothing,
    /// `false`, which turns what it is said of: `"valid": false`.
    False,
    /// `ignore`, `retract`: what is done to a grid that is not meant.
    Drops,
    /// `use`, which somebody does not do with a grid that is not meant.
    Uses,
    /// `example`: a grid that is not meant.
    Unmeant,
    /// `rejected`: what was done to it.
    Rejected,
    /// `stuck`: the writer did not solve the puzzle.
    Gropes,
    /// `format`: what is shown before a grid that is none, unless words before say that the grid has it.
    Form,
    /// `in`, `requested`: what stands before [`Word::Form`] then.
    InForm,
    /// `different`, as in `a different puzzle`.
    Different,
    Puzzle,
    /// `bottom` and `top`: rows from the bottom to the top are no grid.
    Bottom,
    Top,
    /// `for`, which may begin a sentence about another puzzle.
    For,
    /// `free`, as in `free of errors` and `error-free`.
    Free,
    /// `else`, as in `the solution is something else`.
    Else,
    /// `only`, which changes nothing: but `not the only solution` is one.
    Only,
    /// A word that changes nothing: `the`, `clearly`.
    Filler,
    /// One that several languages have: `a`.
    Shared,
    /// `than` and `once`, as in `more than once`.
    Than,
    Once,
    /// A number, or the name of a cell.
    Number,
    /// `can`, which `not` makes `cannot`.
    Can,
    Cannot,
    /// A verb behind `cannot` or `did not` by which somebody gives up: `solve`.
    Solves,
    /// A verb behind `cannot` alone by which somebody gives up: `find`.
    Finds,
    /// The first of two words that give up, as in `give up`.
    Gives,
    /// The first of two words by which somebody starts again, as in `start over`.
    Begins,
    /// The second.
    Ends,
    /// `redo`, `restart`.
    Redoes,
    /// `correction`, `swap`: what changes the grid before.
    Amends,
    /// `sure`, which nobody is of a wrong grid.
    Sure,
    /// `unsure`.
    Unsure,
    /// `think`, which turns what follows if somebody does not.
    Thinks,
    /// `should`, as in `should be 8 instead of 7`.
    Should,
    Instead,
    /// `first`, `previous`: what follows is not the grid that was given last.
    Earlier,
    /// `if`, `whether`: the clause says nothing.
    Condition,
    /// `suppose`: a condition; before a grid, it is not meant.
    Supposes,
    /// `assuming`: of a digit or a cell it supposes, otherwise it is about the puzzle or how it is written.
    Assumes,
    /// `fixed`: what is wrong was so before.
    Mends,
    /// `same`, as in `two identical digits`.
    Same,
    /// `you`, `people`: behind the grid, the clause says nothing.
    Anybody,
    /// `would`, `almost`: what follows says nothing.
    Would,
    /// Another language's word for wrong, for a mistake, for what is not meant, or for giving up.
    Wrong,
    /// Another language's word for right, or for a solution.
    Right,
    /// Another language's word for not, or for none: it belongs to the word for right or wrong that follows, else to the one
    /// before.
    Negates,
    /// One that belongs to the word that follows, always: `ohne`.
    Without,
    /// One that belongs to the word for right or wrong before.
    NegatesBefore,
    /// Another language's word for two: `deux 5`.
    Double,
    /// The word for what is counted, as in `dos veces`.
    Times,
    /// A word of another language that shows that it is another, of which [`Told`](Self::Told) has words.
    Foreign,
    /// One of a language of which `Told` has none.
    Alien,
    Other,
}

/// A set of meanings, with a bit for each.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Words(u128);

impl Words {
    pub(super) const NONE: Self = Self(0);

    /// Returns the set of some meanings.
    pub(super) const fn of(words: &[Word]) -> Self {
        let mut set = Self::NONE;
        let mut at = 0;
        while at < words.len() {
            set = set.with(words[at]);
            at += 1;
        }
        set
    }

    /// Returns the set with another meaning.
    pub(super) const fn with(self, word: Word) -> Self {
        Self(self.0 | 1 << word as u32)
    }

    /// Returns the set with those of another.
    pub(super) const fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    pub(super) const fn has(self, word: Word) -> bool {
        self.0 & 1 << word as u32 != 0
    }

    /// Returns whether two sets have a meaning in common.
    pub(super) const fn meets(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    pub(super) const fn is_empty(self) -> bool {
        self.0 == 0
    }
}

/// Words by which replies describe grids and the work on them, check and close.
const TOLD: &str = "
    reports report says reported
    able add added adding adds allow allows apologies apologise apologize appears applied apply applying approach
    arrive arrived asked assert assistance attached backtracked backtracking backtracks band based beautiful began
    beginning belongs best better bitmask blank blanks bold bolded breakdown breakthrough called came cells center
    chain challenging checks cheers choose chose classic clue clues code come comes coming compare compared completes
    concludes confirm confirmed confirms congratulations considered considering consist consists constraint
    constraints continue continued continuing cool copied corner corresponds counts cross curious deduce deduced
    deduction deductions demonstrate demonstrates derive derived designed detail details difficult digits distinct
    done easier easiest easy elegant eliminate eliminated eliminates eliminating elimination empty ended ends enjoy
    enjoyed enough ensure ensures entered entire exactly explain explained explanation explored exploring fall falls
    feel fell figured fill filled filling final finalised finalized finishes focused follow followed force forced
    forces formatted fulfils full fun function further get givens gives glad goes going got great guarantees guesses
    guessing happy hard harder hardest help helpful helps heuristic heuristics hidden highlighted hint hints hope
    house houses identified identify implies include included includes interested interesting keep keeps kept key
    known lead leads leave leaves left level lines list listed locked log logic logical longer look looked looking
    love loved lovely luck makes marked mean means medium method middle minimum minute minutes moderate move moves mrv
    ms naked neat needed nice nodes note noted notice noticed numbers obtained offer order original pair pairs passes
    paste performed place placed pleasant pleased pointing possibility possible prefer present presented preserves
    print printed prints proceeded produced program propagation proper prove proves provide provided put puts puzzling
    python qed question questions quick quickly rate rated rating reach reached read reading ready realised realized
    reasoning recommend recursion recursive remain remaining remains remember removed removes repeat represent
    represented represents request rest rules run running sanity scanned scanning script search searched seconds short
    show showing shows simple single singles solver solves solving sorted speed spent spotted stack standard started
    starting stay stays straightforward subgrid subgrids suggest sum summary sums swordfish takes technique techniques
    test tested thank thanks thoughts time tip took total tough trial tricky triple triples typical unchanged unique
    unit units until used useful uses validate validated values verification voila walk walkthrough want wanted way
    welcome went whole wing worked working write wrote
";

const ENGLISH: &[(Word, &str)] = {
    use Word::{
        Amends, Answer, Anybody, Assumes, Bad, Be, Begins, Bottom, Breaks, Can, Cannot, Checks,
        Condition, Different, Doubt, Drops, Earlier, Else, Ends, False, Filler, Finds, Flaw, For,
        Form, Free, Gives, Good, Gropes, Has, InForm, Instead, Is, Joint, Lacks, Mends, No, Not,
        Nothing, Noun, Once, Only, Part, Plural, Pronoun, Puzzle, Redoes, Rejected, Same, Shared,
        Should, Solution, Solves, Subject, Supposes, Sure, Than, There, Thinks, Told, Top, Twice,
        Two, Unmeant, Unsure, Uses, Would, Writer, Yes, Zero,
    };
    &[
        (Subject, "this grid board above attempt following result 以下 下面 此"),
        (Pronoun, "that it one they these those something everything"),
        (There, "which there"),
        (Writer, "i we"),
        (
            Doubt,
            "
            wait hmm hm hmmm oops whoops ugh argh drat damn uh er err unfortunately sadly alas
            regrettably
        ",
        ),
        (Joint, "and but because since while"),
        (Told, TOLD),
        (Part, "row rows column columns box boxes block blocks"),
        (Noun, "turn turns path branch assumption assumptions candidate candidates version draft submission output digit number value cell 候选"),
        (Is, "is was s looks seems seem are does did do were m re am been being"),
        (Be, "be"),
        (
            Not,
            "
            not never nothing none without neither almost nearly t won isn wasn aren doesn didn
            shouldn wouldn weren hasn don haven
        ",
        ),
        (Zero, "zero 0"),
        (No, "no nope nah nvm"),
        (Yes, "yes yep indeed"),
        (
            Bad,
            "
            unsuccessful unsuccessfully buggy
            wrong incorrect invalid mistaken inconsistent impossible broken bad failed flawed
            unsolved unsolvable failure off illegal unusable botched inaccurate erroneous*
            faulty unreliable defective improper unacceptable inadmissible untrue bogus fake
            faked outdated obsolete nonsense garbage useless worthless infeasible unsound
            unsatisfied void dubious regret misread misplac* miscount* miscop* messed goofed
            incorrectly wrongly mistakenly superseded disqualified
        ",
        ),
        (
            Good,
            "
            right correct valid work satisfy hold fit good fine success solvable ok legal
            passed satisfied met fulfilled matches match agrees agree holds obeys obey adheres adhere meets meet
            respects respect fulfills satisfies works fits allowed permitted respected consistent accurate
            reliable acceptable feasible accepted approved successful true
        ",
        ),
        (Solution, "completion solution"),
        (Answer, "answer"),
        (
            Flaw,
            "
            issues problems mistake error mistakes errors duplicate duplicates contradiction contradictions
            conflict violation violations issue problem typo clash slip flaw flaws fault
            oversight blunder inconsistency inconsistencies discrepancy collision mismatch bug
            repetition repetitions defect typos collisions nowhere
        ",
        ),
        (
            Breaks,
            "
            violates contradicts conflicts fails breaks clashes violate violated contradicted
            failing overlaps collides overrides overwrites overwrote overwritten infringes
            invalidates broke
        ",
        ),
        (Lacks, "lacks misses missing incomplete"),
        (Has, "has have had contains contain see found"),
        (Two, "two three"),
        (Plural, "1s 2s 3s 4s 5s 6s 7s 8s 9s ones twos threes fours fives sixes sevens eights nines"),
        (Twice, "twice repeats repeated duplicated"),
        (Checks, "check checked verify verified double process steps"),
        (Nothing, "null unknown undetermined"),
        (False, "false"),
        (
            Drops,
            "
            disregard ignore forget discard retract withdraw scrap scratch reject delete cancel
            revoke dismiss undo erase
        ",
        ),
        (Uses, "mark treat consider copy regard use submit trust accept grade count rely"),
        (
            Unmeant,
            "
            demo demonstration mock mockup fictional imaginary wild
            someone somebody careless tentative speculative progress lorem
            example placeholder dummy dummies sample template guess closest nearest transposed reversed
            mirrored rotated hypothetical illustration illustrate illustrative random arbitrary
        ",
        ),
        (Rejected, "withdrawn rejected discarded abandoned claims claimed crossed struck"),
        (Gropes, "concede randomly stuck invented fabricated placeholders gibberish"),
        (Form, "format layout"),
        (InForm, "in from requested required using per desired with"),
        (Different, "unrelated different another other yesterday"),
        (Puzzle, "puzzle sudoku"),
        (Bottom, "bottom"),
        (Top, "top"),
        (For, "for"),
        (
            Filler,
            "
            the some all still actually sorry please okay however now my your our yet let like
            below underneath shown each every any both its at by ll then here how why what where
            very too quite well pretty most into
        ",
        ),
        (Shared, "a an to as so me on of ve d also just"),
        (Only, "only"),
        (Than, "than"),
        (Once, "once"),
        (Free, "free"),
        (Else, "else"),
        (Can, "can could"),
        (Cannot, "cannot couldn unable"),
        (Solves, "solve solved complete finish finished determined completed"),
        (Finds, "vouch crack determine find tell"),
        (Gives, "give gave made make ran"),
        (Begins, "try start begin"),
        (Ends, "up over again afresh out"),
        (Redoes, "redo restart retry rework recompute recalculate"),
        (Amends, "correction edit swap change replace erratum fix"),
        (Sure, "sure certain confident"),
        (Unsure, "unsure uncertain doubt dunno"),
        (Thinks, "think believe thought assumed tried"),
        (Should, "should must need needs require requires ought"),
        (Instead, "instead"),
        (Earlier, "first previous earlier initial initially originally"),
        (
            Condition,
            "
            if unless whether placing putting trying otherwise when whenever soon
        ",
        ),
        (Assumes, "assuming"),
        (Supposes, "suppose supposing imagine pretend"),
        (Mends, "fixed fixing corrected correcting replaced replacing repaired resolved resolving"),
        (Same, "same identical equal"),
        (Anybody, "you know solvers people beginners players"),
        (Would, "would might may"),
    ]
};

/// The words of another language.
struct Language {
    wrong: &'static str,
    right: &'static str,
    not: &'static str,
    /// Words for not that belong to what follows, always.
    without: &'static str,
    /// True if a word for not stands behind what it turns, always.
    is_not_behind: bool,
    two: &'static str,
    times: &'static str,
    /// Words that lead to a grid that is not meant.
    unmeant: &'static str,
    /// Words by which replies describe grids and the work on them, check and close.
    told: &'static str,
    /// Words by which the writer hesitates.
    doubt: &'static str,
    /// Words of what was supposed, and ruled out.
    supposed: &'static str,
    /// Usual words, which tell the language from English.
    marks: &'static str,
}

impl Language {
    const NONE: Self = Self {
        wrong: "",
        right: "",
        not: "",
        without: "",
        is_not_behind: false,
        two: "",
        times: "",
        unmeant: "",
        told: "",
        doubt: "",
        supposed: "",
        marks: "",
    };
}

/// A word that several languages have stands in the first of them.
const LANGUAGES: &[Language] = &[
    // German
    Language {
        wrong: "
            widersprüch* falsch* fehler fehlerhaft* ungültig* widerspruch* widerspricht doppelt inkorrekt*
            aufgeben verwerfe verworfen* ignoriere* vergiss gescheitert* fehlgeschlagen*
            unlösbar zweimal unbrauchbar* geirrt ziehe zurückgezogen vertan verrechnet verzählt
            verschrieben geraten daneben irrtum* verstößt verletzt kollidiert unsinn mist fehlversuch*
        ",
        right: "
            richtig* korrekt* gültig* lösung* stimmt lösen antwort geht passt funktioniert
            klappt
        ",
        not: "nicht kein keine keinen keiner keinerlei nie weder",
        without: "ohne",
        two: "zwei",
        unmeant: "beispiel*",
        told: "
            zeile* spalte* blöcke blöcken ziffer* zahl* zelle* feld* kandidat* schritt* rätsel* gitter
            raster technik* methode* verfahren paar* prüf* geprüft überprüf* nachprüf* kontroll* gelöst*
            löse vollständig* fertig* einmal genau enthält enthalten erfüll* regel* eindeutig* erklär*
            erläuter* frage* hilf* hoffe gerne spaß glück ausgefüllt* eingetragen* angefangen begonnen
            zuerst zunächst danach schließlich ergebnis* fett markiert* vorgabe* hinweis* logisch* logik
            schwierig* schwer* mittelschwer* leicht* einfach* sekunde* bescheid möchtest brauchst weitere*
            summe* vollends entscheidung
        ",
        doubt: "ups hoppla quatsch hmmm*",
        supposed: "angenommen führte führt ausgeschlossen annahme wenn versuchsweise",
        marks: "das ist der diese dieses dieser ein eine ich hier kommt",
        ..Language::NONE
    },
    // French
    Language {
        wrong: "
            mauvais*
            faux fausse* erreur* erroné* invalide* doublon* raté* incorrect* ignorez oubliez
            abandonne échoué* insoluble* contradiction* répète trompé* conflit* viole enfreint
            retire répét* cloche recommence hasard
        ",
        right: "
            correct* juste réponse valide* bonne résoudre respecte* fonctionne marche convient tient
        ",
        not: "pas aucun* jamais ni",
        without: "exempt* sans",
        two: "deux",
        times: "fois",
        unmeant: "exemple*",
        told: "
            ligne* colonne* région* bloc* carré* cellule* chiffre* nombre* étape* méthode* élimination*
            logique* déduction* grille* contient contiennent vérifi* rempli* complèt* commenc* résolu*
            unique* règle* expliqu* détail* aide aider aidé hésitez espère souhait* procéd* utilis* facile*
            difficile* moyen* niveau résultat* indice* gras contrainte* exactement tout* voilà hypothèse
            remarque
        ",
        doubt: "oups zut attendez attends hélas malheureusement",
        supposed: "menait menaient supposons supposant mène",
        marks: "est cette ce il le les la une un dans je voici et",
        ..Language::NONE
    },
    // Spanish
    Language {
        wrong: "
            retracto
            azar inventé adiviné equivocad* equivoqué errónea* erróneo* inválid* errores contradicción* conflicto*
            rindo fallid* repetid* repite* duplicad* ignora ignoren ignórala descart*
            rechazad* olvida viola incumple retiro anulo fallo fallé confundí
        ",
        right: "resolverl* válid* solución respuesta bien resolver cumple* funciona sirve cuadra*",
        not: "ningún ninguna ninguno nunca tampoco",
        without: "libre sin",
        two: "dos",
        times: "veces",
        unmeant: "ejemplo*",
        told: "
            fila* columna* caja* bloque* cuadrante* celda* casilla* dígito* número* paso pasos técnica*
            método* eliminación elimin* lógica* cuadrícula contiene* verific* comprob* completa* completo*
            complet* rellen* empec* comenc* resuel* resolv* única* único* regla* restriccion* explic*
            detalle* ayud* pregunta* espero dime avísame quieres deseas difícil fácil encaja* todo* usado
            usé utilic* utiliz* aplic* resultado* pistas suma* exactamente nota puse costó poco parte divertid* listo
        ",
        doubt: "uy espera lamentablemente desgraciadamente",
        supposed: "probé llevaba supon* supuse",
        marks: "hay esta este esto está el los las en una es que de puedo pude",
        ..Language::NONE
    },
    // Portuguese
    Language {
        wrong: "
            errad* erro erros incorret* contradição* conflito* desisto repete* desconsidere
            enganei errei chutei confundi falhei falha*
        ",
        right: "corret* solução resposta certo certa cumpre satisfaz",
        not: "não nenhum* nem",
        without: "sem",
        two: "dois duas",
        times: "vezes",
        unmeant: "exemplo*",
        told: "
            linha* coluna* bloco* célula* passo passos contém preench* comec* regra*
            restriç* detalhe* precisar quiser usei apliq* soma exatamente tudo confer* pista* falar avisar
        ",
        doubt: "opa ops infelizmente",
        supposed: "levava suponha",
        marks: "há isso isto um uma é consegui",
        ..Language::NONE
    },
    // Italian
    Language {
        wrong: "
            sbagliat* errat* errore errori scorrett* arrendo ripet* ignorate duplicat* fallit*
            invalid* scartat* ritiro sbaglio sbagliando
        ",
        right: "bene soluzione risposta valida valido giust* risolvere corrett* funziona rispetta torna*",
        not: "non nessun* né",
        without: "priva privo prive senza",
        two: "due",
        times: "volte",
        unmeant: "esempio",
        told: "
            riga righe colonn* riquadr* blocc* cella celle cifra cifre numer* passaggi* tecnic* metod*
            eliminazion* logic* griglia contien* contengono inizi* risolt* regol* vincol* spieg* dettagl*
            aiut* domand* spero vuoi desider* facil* tutt* tirare indovin* usat* indiz* somm* esattamente fatto
        ",
        doubt: "uhm aspetta purtroppo",
        supposed: "portava supponendo",
        marks: "è questa questo nella",
        ..Language::NONE
    },
    // Russian and Ukrainian
    Language {
        wrong: "
            неверн* неправильн* некорректн* ошиб* противореч* сдаюсь повторя* дважды игнорир*
            отклон* неудачн* нерешаем* невірн* помилк* помилок наруша* конфликт* дублиру*
            перепута* отзываю наугад угадал*
        ",
        right: "
            верн* правильн* решение решить корректн* подходит ответ вірн* розв'язок работает
            годится удовлетвор* сход*
        ",
        not: "не нет ни немає нема",
        without: "без",
        two: "два две",
        times: "раза",
        unmeant: "пример например приклад",
        told: "
            строк* столб* блок* квадрат* клет* ячей* цифр* числ* кандидат* шаг* метод* приём* логик* логич*
            судоку сетк* содерж* провер* заполн* нача* решил* решён* единствен* правил* услов* объясн*
            подробн* помо* вопрос* надеюсь хотите нужно сложн* лёгк* легк* всё использ* примен* результат*
            итог* сумм* ровно готово пар пары удач* спасибо обращайтесь пожалуйста приятн*
        ",
        doubt: "стоп погоди* подожди* хм ой упс сожалению увы",
        supposed: "предполож* приводи* если",
        ..Language::NONE
    },
    // Chinese
    Language {
        wrong: "
            错 錯 错误 错了 不对 不正确 有误 矛盾 冲突 重复 放弃 無效 無法解 錯誤 不對 不正確 衝突 重複 放棄 无效 无法求解 无法解 无法完成 无法找到 忽略 作废 作廢
            出错 弄错 搞错 算错 失败 失敗 不成立 不符 违反 違反 不满足 填错 写错 看错 有问题 有問題 不行 撤回 随便 瞎 乱填 乱写 猜 算了 违规 不合
        ",
        right: "正确 正確 正解 有效 合法 答案 成立 满足 符合 对劲",
        not: "不 没有 没 沒有 無 无 无误 并非 不是 非",
        two: "两个 兩個",
        times: "两次 兩次",
        unmeant: "示例 例如 例子 范例",
        told: "
            行 列 宫 宮 格 数字 數字 候选数 候選 步 技巧 方法 逻辑 推理 数独 數獨 包含 填入 填充 填 检查 檢查 验证 驗證 核对 完成 完整 开始 唯一 规则 規則 约束 条件 解释
            解釋 说明 說明 详细 帮 问题 希望 告诉 需要 难度 简单 使用 结果 最终 解题 求解 解 步骤 祝 开心 愉快 谢谢 感谢 加油
        ",
        doubt: "等等 等一下 呃 哎呀 咦 可惜 遗憾",
        supposed: "假设 假設 导致 導致 排除 如果 否则 若",
        marks: "不过 不過 不仅 不同 非常 除非 无论",
        ..Language::NONE
    },
    // Japanese
    Language {
        wrong: "間違 誤り 誤っ 不正解 諦め 無視 違います 違って ミス 無効 二つあり ダメ 取り消 適当に おかし やり直",
        right: "正しい 正しく 答え 解け 解答 満た 解く",
        not: "ありません ない なし ません なく",
        is_not_behind: true,
        two: "二つ",
        times: "二回",
        unmeant: "例えば サンプル",
        told: "
            ブロック マス 候補 手順 盤面 確認 埋め 使い 含 解き ルール 説明 質問 どうぞ 必要 ください 難 簡単 結果 一度 検証 検算 手法 シングル 使っ 使わ 推測 楽し ありがと 幸い 役に立 お疲れ
        ",
        doubt: "待って うーん 残念",
        supposed: "仮 除外 場合 もし",
        ..Language::NONE
    },
    // Korean
    Language {
        wrong: "틀렸 틀린 틀립 잘못 오류 모순 중복 포기 무시 실수 실패 충돌 무효 찍었 추측 이상하",
        right: "올바 정답 맞 옳 유효 성립 만족 충족",
        not: "않 없 아니 아닙 아닌",
        is_not_behind: true,
        two: "두",
        times: "번",
        unmeant: "예시 예를",
        told: "
            행 열 박스 칸 후보 숫자 단계 스도쿠 확인 검증 검산 채 사용 포함 완성 풀 유일 규칙 설명 질문 도움 궁금 필요 어려 쉬 결과 기법 말씀 즐거 즐겁 감사 되세요 바랍니다 행운
        ",
        doubt: "잠깐 어라 아쉽",
        supposed: "가정 경우 제외 만약",
        ..Language::NONE
    },
    // Arabic, Hindi and Persian
    Language {
        wrong: "خطأ خاطئ* تجاهل",
        right: "صحيح* الصحيح*",
        not: "لا ليس ليست غير",
        without: "بدون",
        ..Language::NONE
    },
    Language {
        wrong: "गलत ग़लत",
        right: "सही",
        not: "नहीं",
        is_not_behind: true,
        ..Language::NONE
    },
    Language {
        wrong: "اشتباه نادرست غلط",
        right: "درست",
        not: "نیست ندارد",
        is_not_behind: true,
        ..Language::NONE
    },
    // Dutch; Polish; Czech; Swedish, Norwegian and Danish
    Language {
        wrong: "fout* verkeerd* onjuist* ongeldig* negeer mislukt* gok gegokt",
        right: "klopt juist* oplossing geldig*",
        not: "niet geen",
        without: "zonder",
        two: "twee",
        marks: "dit het een dat deze ik elke rij kolom wordt zijn",
        ..Language::NONE
    },
    Language {
        wrong: "błąd* błęd* niepoprawn* nieprawidłow* źle zignoruj* sprzeczn*",
        right: "poprawn* prawidłow* rozwiązani*",
        not: "żadn*",
        without: "bez",
        two: "dwie dwa",
        marks: "jest że się jako oraz",
        ..Language::NONE
    },
    Language {
        wrong: "špatn* chyb* nesprávn* neplatn*",
        right: "správn*",
        not: "není žádn*",
        ..Language::NONE
    },
    Language {
        wrong: "fel felaktig* ogiltig* forkert* feil* ignorera",
        right: "rätt stämmer stemmer lösning* riktigt",
        not: "inte inga ingen ikke",
        without: "utan",
        marks: "är det här och jag för og jeg om",
        ..Language::NONE
    },
    // Turkish; Vietnamese; Indonesian; Greek; Thai; Hebrew
    Language {
        wrong: "yanlış* hatalı hata geçersiz*",
        right: "doğru* çözüm*",
        not: "değil* yok*",
        is_not_behind: true,
        ..Language::NONE
    },
    Language {
        wrong: "sai",
        right: "đúng",
        not: "không",
        ..Language::NONE
    },
    Language {
        wrong: "salah kesalahan abaikan",
        right: "benar",
        not: "tidak bukan",
        without: "tanpa",
        ..Language::NONE
    },
    Language {
        wrong: "λάθος λανθασμέν* εσφαλμέν*",
        right: "σωστ*",
        not: "δεν κανένα",
        without: "χωρίς",
        ..Language::NONE
    },
    Language {
        wrong: "ผิด",
        right: "ถูกต้อง",
        not: "ไม่",
        ..Language::NONE
    },
    Language {
        wrong: "שגוי* טעות",
        right: "נכון",
        not: "לא אין",
        ..Language::NONE
    },
];

/// A word, or the start of words, without the star.
struct Entry {
    text: &'static str,
    is_start: bool,
    word: Word,
}

/// Calls `each` with all words.
fn each_word(mut each: impl FnMut(Word, &'static str)) {
    let mut all = |word: Word, texts: &'static str| {
        texts.split_whitespace().for_each(|text| each(word, text))
    };
    for (word, texts) in ENGLISH {
        all(*word, texts);
    }
    for language in LANGUAGES {
        all(Word::Wrong, language.wrong);
        all(Word::Right, language.right);
        all(if language.is_not_behind { Word::NegatesBefore } else { Word::Negates }, language.not);
        all(Word::Without, language.without);
        all(Word::Double, language.two);
        all(Word::Times, language.times);
        all(Word::Unmeant, language.unmeant);
        all(Word::Told, language.told);
        all(Word::Doubt, language.doubt);
        all(Word::Condition, language.supposed);
        all(if language.told.is_empty() { Word::Alien } else { Word::Foreign }, language.marks);
    }
}

/// The words by their first two bytes, the longest first.
static BY_START: LazyLock<Vec<Vec<Entry>>> = LazyLock::new(|| {
    let mut all = Vec::new();
    all.resize_with(BUCKETS, Vec::new);
    each_word(|word, text| {
        let stem = text.strip_suffix('*');
        let is_start = stem.is_some() || text.chars().any(is_of_script_without_blanks);
        let text = stem.unwrap_or(text);
        let entries: &mut Vec<Entry> = &mut all[bucket(text)];
        entries.push(Entry { text, is_start, word });
    });
    for entries in &mut all {
        entries.sort_by_key(|entry| std::cmp::Reverse(entry.text.len()));
    }
    all
});

/// The number of lists of words: enough that most are short.
const BUCKETS: usize = 2048;

/// Returns the list of a word.
fn bucket(word: &str) -> usize {
    let bytes = word.as_bytes();
    let second = bytes.get(1).copied().unwrap_or(0);
    (usize::from(bytes[0]) * 37 + usize::from(second)) % BUCKETS
}

/// Returns whether a character is of a script in which no blanks stand between words: Chinese, Japanese and Thai; and Korean,
/// whose words have endings.
fn is_of_script_without_blanks(char: char) -> bool {
    matches!(char, '\u{e00}'..='\u{e7f}' | '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}' | '\u{ac00}'..='\u{d7af}')
}

/// Calls `each` with the meanings of the words of a clause in lower case.
pub(super) fn meanings(clause: &str, mut each: impl FnMut(Word)) {
    if clause.is_ascii() {
        let words = clause.as_bytes().split(|byte| !byte.is_ascii_alphanumeric());
        let mut start = 0;
        for word in words {
            if !word.is_empty() {
                each(of_word(&clause[start..start + word.len()]));
            }
            start += word.len() + 1;
        }
        return;
    }
    let is_part = |char: char| char.is_alphanumeric() || is_of_script_without_blanks(char);
    for run in clause.split(|char| !is_part(char)).filter(|run| !run.is_empty()) {
        if run.is_ascii() || !run.chars().any(is_of_script_without_blanks) {
            each(of_word(run));
            continue;
        }
        let mut rest = run;
        while let Some(first) = rest.chars().next() {
            let entries = &BY_START[bucket(rest)];
            let found = entries.iter().find(|entry| entry.is_start && rest.starts_with(entry.text));
            let other = if first.is_ascii_digit() { Word::Number } else { Word::Other };
            each(found.map_or(other, |entry| entry.word));
            rest = &rest[found.map_or(first.len_utf8(), |entry| entry.text.len())..];
        }
    }
}

/// Returns the meaning of a word.
fn of_word(word: &str) -> Word {
    let is_it =
        |entry: &&Entry| entry.text == word || entry.is_start && word.starts_with(entry.text);
    match BY_START[bucket(word)].iter().find(is_it) {
        Some(entry) => entry.word,
        None if word.len() > 4 && word.ends_with("ly") => Word::Filler,
        None if word.bytes().any(|byte| byte.is_ascii_digit()) => Word::Number,
        None => Word::Other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_word_has_one_meaning() {
        let mut all = Vec::new();
        each_word(|_, text| {
            assert!(!all.contains(&text), "{text}");
            assert_eq!(text.to_lowercase(), text);
            all.push(text);
        });
    }

    #[test]
    fn words_of_scripts_without_blanks_are_found_in_each_other() {
        let of = |text: &str| {
            let mut found = Vec::new();
            meanings(text, |word| found.push(word));
            found.retain(|word| *word != Word::Other);
            found
        };
        assert_eq!(of("这个答案是错误的"), [Word::Right, Word::Wrong]);
        assert_eq!(of("没有错误"), [Word::Negates, Word::Wrong]);
        assert_eq!(of("検査無誤"), [Word::Negates]);
        assert_eq!(of("오류가 없습니다"), [Word::Wrong, Word::NegatesBefore]);
        assert_eq!(of("die falsche lösung"), [Word::Wrong, Word::Right]);
    }
}
