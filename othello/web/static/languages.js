// The page's texts in other languages: under each English text the others, in the order of LANGUAGES.
// To add a language, add its name here and a text to every row. The rows under "why" are the forms of
// othello/analysis/facts.py, which the engine sends with their values.

import { element } from "./elements.js";
import { remember, remembered } from "./kept.js";
import { t, translate } from "./texts.js";

const LANGUAGES = { ja: "日本語", fr: "Français" };

const TEXTS = {
  // tabs and board
  "What to do": ["操作", "Que faire"],
  "Play": ["対局", "Jouer"],
  "Explore": ["検討", "Explorer"],
  "Analyse": ["分析", "Analyser"],
  "Language": ["言語", "Langue"],
  "Board": ["盤面", "Plateau"],
  "Othello board: arrow keys move, Enter plays": ["オセロ盤：矢印キーで移動、Enterで着手", "Plateau d’Othello : flèches pour se déplacer, Entrée pour jouer"],
  "Step through the game": ["棋譜を進める", "Parcourir la partie"],
  "First position": ["最初の局面", "Première position"],
  "One move back": ["一手戻る", "Un coup en arrière"],
  "One move forward": ["一手進む", "Un coup en avant"],
  "Last position": ["最後の局面", "Dernière position"],
  "Black": ["黒", "Noir"],
  "White": ["白", "Blanc"],
  "black": ["黒", "noir"],
  "white": ["白", "blanc"],
  "empty": ["空き", "vide"],
  "legal move": ["着手可能", "coup possible"],
  "score {score}": ["評価 {score}", "score {score}"],
  "the move played": ["打った手", "le coup joué"],
  "the better move": ["より良い手", "le meilleur coup"],
  "Opening: {name}": ["定石：{name}", "Ouverture : {name}"],
  "last move": ["直前の手", "dernier coup"],
  "{side} to move": ["{side}の番", "{side} au trait"],
  "The game is over.": ["終局です。", "La partie est finie."],
  "The engine cannot be reached. Trying again …": ["エンジンに接続できません。再試行しています…", "Le moteur ne répond pas. Nouvel essai …"],
  "The engine has stopped. Starting it again …": ["エンジンが停止しました。再起動しています…", "Le moteur s’est arrêté. Redémarrage …"],
  "The download of the engine was interrupted. Trying again …": ["エンジンのダウンロードが中断されました。再試行しています…", "Le téléchargement du moteur a été interrompu. Nouvel essai …"],
  "The engine cannot be started in this browser. Loading the page again may help.": ["このブラウザではエンジンを起動できません。ページを再読み込みしてみてください。", "Le moteur ne démarre pas dans ce navigateur. Recharger la page peut aider."],
  "The engine cannot be started: this browser has no WebAssembly, or it is switched off.": ["エンジンを起動できません。このブラウザではWebAssemblyが使えないか、無効になっています。", "Le moteur ne peut pas démarrer : ce navigateur n’a pas WebAssembly, ou il est désactivé."],
  "The engine cannot be started: this browser’s WebAssembly lacks SIMD. Browsers from 2023 on have it.": ["エンジンを起動できません。このブラウザのWebAssemblyにはSIMDがありません。2023年以降のブラウザにはあります。", "Le moteur ne peut pas démarrer : le WebAssembly de ce navigateur n’a pas SIMD. Les navigateurs depuis 2023 l’ont."],
  "Loading the engine: {loaded} of {of} MB": ["エンジンを読み込み中：{of} MB中{loaded} MB", "Chargement du moteur : {loaded} sur {of} Mo"],
  "Thinking …": ["思考中…", "Réflexion …"],

  // play
  "New game": ["新しい対局", "Nouvelle partie"],
  "Opponent": ["相手", "Adversaire"],
  "Beginner": ["入門", "Débutant"],
  "Child": ["こども", "Enfant"],
  "Easy": ["やさしい", "Facile"],
  "Casual player": ["愛好者", "Amateur"],
  "Club player": ["有段者", "Joueur de club"],
  "Strong player": ["強豪", "Fort joueur"],
  "Expert": ["高段者", "Expert"],
  "Master": ["名人", "Maître"],
  "Champion": ["チャンピオン", "Champion"],
  "You play": ["あなたの色", "Vous jouez"],
  "Black, first": ["黒（先手）", "Noir, en premier"],
  "Both sides": ["両方", "Les deux"],
  "Neither: two engines": ["なし：エンジン同士", "Aucun : deux moteurs"],
  "Clock": ["持ち時間", "Pendule"],
  "No clock": ["なし", "Sans pendule"],
  "1 minute": ["1分", "1 minute"],
  "5 minutes": ["5分", "5 minutes"],
  "15 minutes": ["15分", "15 minutes"],
  "Other times": ["時間を指定", "Autres temps"],
  "{who}: minutes": ["{who}：分", "{who} : minutes"],
  "Your colour and the clock change with the next game.": ["色と持ち時間は次の対局から変わります。", "La couleur et la pendule changent à la prochaine partie."],
  "Play on from here": ["ここから対局", "Jouer à partir d’ici"],
  "Take back": ["待った", "Reprendre"],
  "Hint": ["ヒント", "Indice"],
  "Hint: {move}": ["ヒント：{move}", "Indice : {move}"],
  "{side} played {move}.": ["{side}は {move}。", "{side} a joué {move}."],
  "{side} had to pass.": ["{side}はパスしました。", "{side} a dû passer."],
  "{side} has to pass.": ["{side}はパスです。", "{side} doit passer."],
  "{side} is thinking …": ["{side}が考えています…", "{side} réfléchit …"],
  "{side} wins on time.": ["{side}の時間勝ち。", "{side} gagne au temps."],
  "{side} wins {more}–{fewer}": ["{side}の勝ち {more}–{fewer}", "{side} gagne {more}–{fewer}"],
  "Draw, {more}–{fewer}": ["引き分け {more}–{fewer}", "Nulle, {more}–{fewer}"],
  "{result} – empty squares go to the winner": ["{result}（空きマスは勝者のもの）", "{result} – les cases vides vont au gagnant"],
  "{result} – empty squares are shared": ["{result}（空きマスは折半）", "{result} – les cases vides sont partagées"],
  "You": ["あなた", "Vous"],
  "{side}: {who}": ["{side}：{who}", "{side} : {who}"],
  "Your move": ["あなたの番です", "À vous de jouer"],
  "The engines are paused: “Go on” lets them play.": ["エンジンは一時停止中です。「再開」で続きます。", "Les moteurs sont en pause : « Continuer » les fait jouer."],
  "It is not your turn.": ["あなたの番ではありません。", "Ce n’est pas à vous de jouer."],
  "You do not play {side} in this game. “Play on from here” begins another one.": ["この対局では{side}番ではありません。「ここから対局」で新しい対局が始まります。", "Vous ne jouez pas {side} dans cette partie. « Jouer à partir d’ici » en commence une autre."],
  "{square} is no legal move.": ["{square} には打てません。", "{square} n’est pas un coup possible."],
  "{side} to move – choose a square": ["{side}の番 – マスを選んでください", "{side} au trait – choisissez une case"],
  "Back to the game": ["対局に戻る", "Revenir à la partie"],
  "Pause": ["一時停止", "Pause"],
  "Go on": ["再開", "Continuer"],
  "Resign": ["投了", "Abandonner"],
  "{side} wins: {other} resigned.": ["{side}の勝ち：{other}の投了。", "{side} gagne : {other} abandonne."],
  "You won {more}–{fewer}": ["あなたの勝ち {more}–{fewer}", "Vous avez gagné {more}–{fewer}"],
  "You lost {fewer}–{more}": ["あなたの負け {fewer}–{more}", "Vous avez perdu {fewer}–{more}"],
  "You won on time.": ["あなたの時間勝ち。", "Vous avez gagné au temps."],
  "You lost on time.": ["あなたの時間切れ負け。", "Vous avez perdu au temps."],
  "You won: your opponent resigned.": ["相手の投了で、あなたの勝ち。", "Vous avez gagné : l’adversaire abandonne."],
  "You resigned.": ["投了しました。", "Vous avez abandonné."],
  "Result": ["結果", "Résultat"],
  "Analyse this game": ["この対局を分析", "Analyser cette partie"],
  "Key moments": ["勝負どころ", "Moments décisifs"],
  "Looking through the game …": ["対局を見直しています…", "Relecture de la partie …"],
  "Accuracy: black {black}, white {white}": ["正確さ：黒 {black}、白 {white}", "Précision : noir {black}, blanc {white}"],
  "{who}, move {ply}: {move} ({better} was better, −{loss})": ["{who}、{ply} 手目：{move}（{better} が最善、−{loss}）", "{who}, coup {ply} : {move} ({better} était meilleur, −{loss})"],
  "No move lost much.": ["大きな損はありません。", "Aucun coup n’a beaucoup perdu."],

  // explore
  "Scores": ["評価値", "Scores"],
  "Why this move?": ["この手の理由", "Pourquoi ce coup ?"],
  "Why": ["理由", "Pourquoi"],
  "After {move}": ["{move} の後", "Après {move}"],
  "Better: {move}": ["最善：{move}", "Meilleur : {move}"],
  "Best moves": ["候補手", "Meilleurs coups"],
  "Move": ["手", "Coup"],
  "Score": ["評価", "Score"],
  "Depth": ["深さ", "Prof."],
  "Line": ["読み筋", "Suite"],
  "depth {depth}": ["深さ {depth}", "profondeur {depth}"],
  "{size} positions": ["{size} 局面", "{size} positions"],
  "exact": ["完全", "exact"],
  "B+ or W+: who is ahead, by how many discs. 21@73%: 21 moves deep, as sure as 73 %.": ["黒+・白+：どちらが何石優勢か。21@73%：21 手先まで、確度 73 %。", "N+ ou B+ : qui mène (noir ou blanc), et de combien de pions. 21@73% : 21 coups de profondeur, sûr à 73 %."],
  "Moves played": ["手順", "Coups joués"],
  "Copy": ["コピー", "Copier"],
  "Save a picture:": ["画像を保存：", "Enregistrer une image :"],
  "Copied:": ["コピーしました：", "Copié :"],
  "Take it from here:": ["ここから取ってください：", "À prendre ici :"],
  "The moves alone do not say where they begin.": ["棋譜だけでは開始局面が分かりません。", "Les coups seuls ne disent pas où ils commencent."],
  "Saved: {name}": ["保存しました：{name}", "Enregistré : {name}"],
  "Copied text": ["コピーした文字列", "Texte copié"],
  "Moves": ["棋譜", "Coups"],
  "Link": ["リンク", "Lien"],

  // analyse
  "Paste games, or drop files: moves, GGF, SGF, OBF, WTHOR (.wtb, with .jou and .trn for the names)": ["棋譜を貼り付けるか、ファイルをドロップ：棋譜、GGF、SGF、OBF、WTHOR（.wtb、名前は .jou と .trn も一緒に）", "Collez des parties ou déposez des fichiers : coups, GGF, SGF, OBF, WTHOR (.wtb, avec .jou et .trn pour les noms)"],
  "Clear": ["消去", "Effacer"],
  "Find a player, an event or a year": ["選手、大会、年で検索", "Chercher un joueur, un tournoi ou une année"],
  "Games found: {count} of {all}": ["{all} 局中 {count} 局", "Parties trouvées : {count} sur {all}"],
  "These files have only names: open the games (.wtb) as well.": ["名前だけのファイルです。棋譜（.wtb）も開いてください。", "Ces fichiers n’ont que des noms : ouvrez aussi les parties (.wtb)."],
  "Which game": ["どの棋譜", "Quelle partie"],
  "How many of the moves lost less than 2 discs; and after −, the discs that a move lost on average.": ["損が2石未満だった手の割合と、− の後に一手あたりの平均の損（石）。", "Part des coups qui ont perdu moins de 2 pions ; après −, les pions perdus par coup en moyenne."],
  "B+ or W+: who is ahead, by how many discs. Known: exact scores are proven.": ["黒+・白+：どちらが何石優勢か。確度：「完全」は証明済み。", "N+ ou B+ : qui mène (noir ou blanc), et de combien de pions. Sûr : « exact » est prouvé."],
  "Analyse the game on the board": ["盤上の棋譜を分析", "Analyser la partie affichée"],
  "Lines without moves, left out: {lines} (names stand on lines such as Black: Ann)": ["手のない行は読み飛ばしました：{lines}（名前は Black: Ann のような行に書きます）", "Lignes sans coups, laissées de côté : {lines} (les noms sont sur des lignes telles que Black: Ann)"],
  "(stated: {result})": ["（記載：{result}）", "(indiqué : {result})"],
  "Back to the earlier analysis": ["前の分析に戻る", "Revenir à l’analyse précédente"],
  "Open files": ["ファイルを開く", "Ouvrir des fichiers"],
  "Game": ["棋譜", "Partie"],
  "Reading …": ["読み込み中…", "Lecture …"],
  "Analysed {done} of {of} moves": ["{of} 手中 {done} 手を分析", "{done} coups analysés sur {of}"],
  "Line after move {ply}, move {count}": ["{ply} 手目の後の変化、{count} 手目", "Suite après le coup {ply}, coup {count}"],
  "There are no moves to analyse: see the scores in Explore.": ["分析する手がありません。評価値は「検討」で見られます。", "Aucun coup à analyser : les scores sont dans Explorer."],
  "Stop": ["中止", "Arrêter"],
  "Stopped. “Analyse the game on the board” begins again.": ["中止しました。「盤上の棋譜を分析」でやり直せます。", "Arrêté. « Analyser la partie affichée » recommence."],
  "Next mistake": ["次の悪手", "Erreur suivante"],
  "Score after each move, and what it lost": ["各手の評価と損失", "Score après chaque coup, et ce qu’il a perdu"],
  "Score by move; it ends at {score}. Most was lost by move {ply}.": ["手ごとの評価。最後は {score}。最大の損失は {ply} 手目。", "Score par coup ; il finit à {score}. Le coup {ply} a perdu le plus."],
  "No moves": ["手がありません", "Aucun coup"],
  "Accuracy": ["正確さ", "Précision"],
  "Loss": ["損", "Perte"],
  "loss": ["損", "perte"],
  "Verdict": ["判定", "Verdict"],
  "Better": ["最善", "Mieux"],
  "Known": ["確度", "Sûr"],
  "Start": ["開始", "Début"],
  "Move {ply}: {side} {move}": ["{ply} 手目：{side} {move}", "Coup {ply} : {side} {move}"],
  "even": ["互角", "égal"],
  "B+{discs}": ["黒+{discs}", "N+{discs}"],
  "W+{discs}": ["白+{discs}", "B+{discs}"],
  "{percent} %, depth {depth}": ["{percent} %、深さ {depth}", "{percent} %, profondeur {depth}"],
  "best": ["最善", "meilleur"],
  "good": ["好手", "bon"],
  "inaccuracy": ["緩手", "imprécision"],
  "mistake": ["悪手", "erreur"],
  "blunder": ["大悪手", "gaffe"],
  "forced": ["強制", "forcé"],
  "opening": ["序盤", "ouverture"],
  "midgame": ["中盤", "milieu"],
  "endgame": ["終盤", "finale"],
  "all": ["全体", "tout"],

  // why
  "{move} is the best move; its score is {score}.": ["{move} は最善手です。評価は {score}。", "{move} est le meilleur coup ; son score est {score}."],
  "{move} is as good as {better}; its score is {score}.": ["{move} は {better} と同等です。評価は {score}。", "{move} vaut {better} ; son score est {score}."],
  "{move} costs {loss} discs: its score is {score}, that of {better} {best}.": ["{move} は {loss} 石の損です。評価は {score}、{better} なら {best}。", "{move} coûte {loss} pions : son score est {score}, celui de {better} {best}."],
  "No simple reason was found.": ["簡単な理由は見つかりませんでした。", "Aucune raison simple n’a été trouvée."],
  "exactly {score}": ["正確に {score}", "exactement {score}"],
  "{move} is an X square beside the empty corner {corner}, and {other} takes that corner.": ["{move} は空いている隅 {corner} に接するX打ちで、{other}がその隅を取ります。", "{move} est une case X à côté du coin vide {corner}, et {other} prend ce coin."],
  "In the next {plies} moves {other} takes {taken} and {own} takes {kept}; after {better} it is {better_taken} and {better_kept}.": ["次の {plies} 手で{other}が取る隅は{taken}、{own}は{kept}。{better} の後は{better_taken}と{better_kept}。", "Dans les {plies} coups suivants, {other} prend {taken} et {own} {kept} ; après {better}, {better_taken} et {better_kept}."],
  "no corner": ["なし", "aucun coin"],
  "the corner {squares}": [" {squares} ", "le coin {squares}"],
  "the corners {squares}": [" {squares} ", "les coins {squares}"],
  "{Own} must pass {times} in the next {plies} moves; after {better} {better_times}.": ["{Own}は次の {plies} 手でパスが{times}。{better} の後は{better_times}。", "{Own} doit passer dans les {plies} coups suivants : {times} ; après {better} : {better_times}."],
  "never": ["0回", "jamais"],
  "once": ["1回", "une fois"],
  "twice": ["2回", "deux fois"],
  "{count} times": ["{count}回", "{count} fois"],
  "{plies} moves on, {own} has {count} and {other} {other_count}; after {better} it is {better_count} and {better_other_count}.": ["{plies} 手後、{own}は{count}、{other}は {other_count} 個。{better} の後は {better_count} 個と {better_other_count} 個。", "{plies} coups plus tard, {own} a {count} et {other} {other_count} ; après {better}, {better_count} et {better_other_count}."],
  "{count} stable disc": ["確定石 {count} 個", "{count} pion stable"],
  "{count} stable discs": ["確定石 {count} 個", "{count} pions stables"],
  "After {move} {own} has fewer moves: {count} on average over the next {plies} moves, against {better_count} after {better}.": ["{move} の後、{own}の着手可能数は少なく、次の {plies} 手で平均 {count}。{better} の後は {better_count}。", "Après {move}, {own} a moins de coups : {count} en moyenne sur les {plies} coups suivants, contre {better_count} après {better}."],
  "After {move} {other} has more moves: {count} on average over the next {plies} moves, against {better_count} after {better}.": ["{move} の後、{other}の着手可能数は多く、次の {plies} 手で平均 {count}。{better} の後は {better_count}。", "Après {move}, {other} a plus de coups : {count} en moyenne sur les {plies} coups suivants, contre {better_count} après {better}."],
  "Discs beside empty squares (the frontier) give the other side moves: after {move} {own} has {count} and {other} {other_count} on average over the next {plies} moves; after {better} it is {better_count} and {better_other_count}.": ["空きマスに接する石（開放された石）は相手に着手を与えます。{move} の後、次の {plies} 手の平均で{own}は {count} 個、{other}は {other_count} 個。{better} の後は {better_count} 個と {better_other_count} 個。", "Les pions à côté de cases vides (la frontière) donnent des coups à l’autre camp : après {move}, {own} en a {count} et {other} {other_count} en moyenne sur les {plies} coups suivants ; après {better}, {better_count} et {better_other_count}."],
  "{move} leaves {other} {count} with an odd number of empty squares, {better} {better_count}: who moves first in an odd region can move last there.": ["{move} は{other}に奇数空きの{count}を残し、{better} なら {better_count} か所です。奇数空きでは先に打つ側が最後にも打てます。", "{move} laisse à {other} {count} à nombre impair de cases vides, {better} {better_count} : qui joue le premier dans une région impaire peut y jouer le dernier."],
  "{count} region": ["領域 {count} か所", "{count} région"],
  "{count} regions": ["領域 {count} か所", "{count} régions"],
  "{Own} makes the last move in {count} of {regions}; after {better} in {better_count} of {better_regions}.": ["{Own}が最後に打つのは{regions}のうち {count}。{better} の後は {better_regions} のうち {better_count}。", "{Own} joue le dernier coup dans {count} sur {regions} ; après {better}, dans {better_count} sur {better_regions}."],

  // the games of a base
  "Played here": ["この局面の棋譜", "Joué ici"],
  "Base of games": ["棋譜データベース", "Base de parties"],
  "Player": ["対局者", "Joueur"],
  "Years": ["年", "Années"],
  "{count} game": ["{count} 局", "{count} partie"],
  "{count} games": ["{count} 局", "{count} parties"],
  "No player is called {asked}.": ["「{asked}」という対局者はいません。", "Aucun joueur ne s’appelle {asked}."],
  "Did you mean: {known}?": ["もしかして：{known}", "Vouliez-vous dire : {known} ?"],
  "No game is from {asked}.": ["{asked}年の棋譜はありません。", "Aucune partie de {asked}."],
  "The years there are: {known}": ["棋譜のある年：{known}", "Les années présentes : {known}"],
  "Games": ["局数", "Parties"],
  "Results": ["勝敗", "Résultats"],
  "Average": ["平均", "Moyenne"],
  "Engine": ["エンジン", "Moteur"],
  "Book": ["定石書", "Livre"],
  "from {source}": ["{source} より", "de {source}"],
  "Played from {first} to {last}": ["{first}年～{last}年", "Joué de {first} à {last}"],
  "Black {black} %, drawn {drawn} %, White {white} %": ["黒 {black}％、引き分け {drawn}％、白 {white}％", "Noir {black} %, nulles {drawn} %, Blanc {white} %"],
  "Latest games": ["最近の棋譜", "Dernières parties"],
  "Add games": ["棋譜を追加", "Ajouter des parties"],
  "Drop files here, or open them: WTHOR’s (.wtb, with WTHOR.JOU and WTHOR.TRN), GGF, SGF, moves.": ["ここにファイルをドロップするか、開いてください：WTHOR（.wtb と WTHOR.JOU、WTHOR.TRN）、GGF、SGF、棋譜。", "Déposez des fichiers ici, ou ouvrez-les : WTHOR (.wtb, avec WTHOR.JOU et WTHOR.TRN), GGF, SGF, coups."],
  "They are kept in {folder}": ["保存先：{folder}", "Elles sont gardées dans {folder}"],
  "Sending {file}: {percent} %": ["{file} を送信中：{percent}％", "Envoi de {file} : {percent} %"],
  "Reading {file}; games so far: {count}": ["{file} を読み込み中：{count} 局", "Lecture de {file} ; parties lues : {count}"],
  "Games added: {added}. There already: {known}.": ["{added} 局を追加しました。{known} 局は既にありました。", "Parties ajoutées : {added}. Déjà présentes : {known}."],

  // what went wrong
  "This cannot be read as a position.": ["局面として読めません。", "Ceci n’est pas une position lisible."],
  "This is no move.": ["着手として読めません。", "Ceci n’est pas un coup."],
  "This move is not allowed here.": ["ここではその手は打てません。", "Ce coup est interdit ici."],
  "No game was found in this.": ["棋譜が見つかりません。", "Aucune partie n’a été trouvée."],
  "This cannot be done.": ["実行できません。", "C’est impossible."],
  "Too much is waiting to be done.": ["待機中の処理が多すぎます。", "Trop de demandes sont en attente."],
  "There is not enough memory.": ["メモリが足りません。", "La mémoire ne suffit pas."],
  "The engine has a fault.": ["エンジンに障害があります。", "Le moteur a une panne."],
  "This is too large: at most 1 MB can be read.": ["大きすぎます。読めるのは 1 MB までです。", "C’est trop grand : 1 Mo au plus peut être lu."],
  "Only addresses of this page are understood: {text}": ["読めるのはこのページのアドレスだけです：{text}", "Seules les adresses de cette page sont comprises : {text}"],
  "The address cannot be read.": ["アドレスを読めません。", "L’adresse est illisible."],
  "Some of it cannot be read:": ["読めない部分があります：", "Certains passages sont illisibles :"],
  "Please check:": ["確認してください：", "À vérifier :"],
  "The board still shows the game of before.": ["盤には前の棋譜が表示されたままです。", "Le plateau montre toujours la partie précédente."],
  "Games with players, or several of them: paste them in Analyse.": ["対局者名のある棋譜や複数の棋譜は「分析」に貼り付けてください。", "Des parties avec joueurs, ou plusieurs : collez-les dans « Analyser »."],
  "This is the first of {count} games: Analyse lists them all.": ["{count}局のうち最初の棋譜です。「分析」ですべてを一覧できます。", "C’est la première de {count} parties : « Analyser » les montre toutes."],
  "and {count} more": ["ほか {count} 件", "et {count} de plus"],
  "Left out: {what}": ["省いたもの：{what}", "Laissé de côté : {what}"],
  "comments": ["コメント", "commentaires"],
  "variations": ["変化手順", "variantes"],
  "columns without names": ["見出しのない列", "colonnes sans nom"],

  // start from
  "Start from": ["開始局面", "Position de départ"],
  "An opening, moves, OBF, FEN or a link to this page": ["定石名、棋譜、OBF、FEN、このページのリンク", "Une ouverture, des coups, OBF, FEN ou un lien vers cette page"],
  "Set up": ["設定", "Placer"],
  "Edit the board": ["盤面を編集", "Éditer le plateau"],
  "Let {side} move": ["{side}の番にする", "Donner le trait à {side}"],
  "±: two in three are off by no more.": ["±：三つに二つの誤差がこれ以内。", "± : deux sur trois sont justes à cela près."],
  "B+ or W+: who is ahead, by how many discs.": ["黒+・白+：どちらが何石優勢か。", "N+ ou B+ : qui mène (noir ou blanc), et de combien de pions."],
  "Not a time: “{given}”. Expected {fewest} to {most} minutes.": ["時間として正しくありません：「{given}」。{fewest}～{most}分で入力してください。", "Durée incorrecte : « {given} ». Il faut de {fewest} à {most} minutes."],
  "The game is over. Play it again from move {ply} on, without its result?": ["終局しています。結果を取り消して、{ply} 手目から指し直しますか。", "La partie est finie. La reprendre à partir du coup {ply}, sans son résultat ?"],
  "The game is over. Play it again from move {ply} on, without its result and its clock?": ["終局しています。結果と持ち時間を取り消して、{ply} 手目から指し直しますか。", "La partie est finie. La reprendre à partir du coup {ply}, sans son résultat ni la pendule ?"],
  "A game is being played. End it?": ["対局中です。終わりにしますか。", "Une partie est en cours. L’arrêter ?"],
  "Empty": ["空き", "Vide"],
  "Clear the board": ["盤面を空にする", "Vider le plateau"],
  "Click or drag to paint; the right button paints the other colour. Keys: B, W, Delete": ["クリックかドラッグで置きます。右ボタンは反対の色。キー：B（黒）、W（白）、Delete", "Cliquez ou glissez pour poser ; le bouton droit pose l’autre couleur. Touches : B (noir), W (blanc), Suppr"],
  "Done": ["完了", "Terminé"],
};

const KEPT = "language";

/** Return the reader's language: the one chosen before, or else the browser's. */
function chosen() {
  const first = remembered(KEPT) ?? navigator.language.slice(0, 2);
  return first in LANGUAGES ? first : "en";
}

/** Write the page's own texts in a language, and let the scripts write theirs. */
function speak(code) {
  const place = Object.keys(LANGUAGES).indexOf(code);
  const words = place < 0 ? {} : Object.fromEntries(Object.entries(TEXTS).map(([text, others]) => [text, others[place]]));
  document.documentElement.lang = code;
  translate(words);
  // An element says which of its texts is translated, its content or its name; the English one is kept there at first.
  for (const made of document.querySelectorAll("[data-t]")) made.textContent = t(made.dataset.t ||= made.textContent);
  for (const made of document.querySelectorAll("[data-t-label]")) {
    made.setAttribute("aria-label", t(made.dataset.tLabel ||= made.getAttribute("aria-label")));
  }
}

/** Show the page in the reader's language; `list` is where another one can be chosen. */
export function chooseLanguage(list) {
  const code = chosen();
  list.replaceChildren(...Object.entries({ en: "English", ...LANGUAGES }).map(([value, name]) => {
    const option = element("option", name, { value, lang: value });
    option.selected = value === code;
    return option;
  }));
  speak(code);
  list.addEventListener("change", () => {
    remember(KEPT, list.value);
    speak(list.value);
  });
}
