(** Laws that finite automata decide in base 2.

    A formula speaks of natural numbers e 0, e 1, ...: linear comparisons,
    remainders, powers of two, nim sums, acceptance by an automaton, and
    boolean combinations.  If all numbers are read digit by digit, the least
    significant digit first, what a formula says of 2n + digit is what its
    derivative by the digits says of n ([derivative_spec]; for regular
    expressions the idea is Brzozowski's, 1964).  A formula has finitely many
    derivatives, so that "for all x, if A(x) then B(x, y) for some y" is decided
    by following A and the set of derivatives that B may have ([valid_spec]).
    Of this kind is all that the mex rule asks of a claimed law
    ([checked_grundy], [checked_lost]). *)

From Coq Require Import NArith ZArith Arith List Lia Bool Wellfounded FMapPositive.
From Grundy Require Import Impartial.
Import ListNotations.

Definition env := nat -> N.

(** The numbers of a list, then zeros. *)
Definition at_ (l : list N) : env := fun i => nth i l 0%N.

(** * Automata *)

(** The state that follows, by the digits of the tracks one after the other;
    a digit that is missing is 0. *)
Inductive row := Dead | Goto (q : nat) | Bit (zero one : row).

Fixpoint pick (r : row) (digits : list bool) : option nat :=
  match r with
  | Dead => None
  | Goto q => Some q
  | Bit zero one =>
      match digits with
      | [] => pick zero []
      | false :: digits => pick zero digits
      | true :: digits => pick one digits
      end
  end.

Record automaton := Automaton { rows : list row; finals : list bool }.

Definition final (a : automaton) (q : nat) : bool := nth q (finals a) false.
Definition next (a : automaton) (q : nat) (digits : list bool) : option nat :=
  pick (nth q (rows a) Dead) digits.

Fixpoint run (a : automaton) (length : nat) (q : nat) (numbers : list N) : bool :=
  match length with
  | O => final a q
  | S length =>
      match next a q (map N.odd numbers) with
      | None => false
      | Some q => run a length q (map N.div2 numbers)
      end
  end.

Definition longest (numbers : list N) : nat :=
  fold_right Nat.max 0 (map N.size_nat numbers).

(** Whether the automaton, from state q on, accepts the numbers, whose binary
    digits it reads side by side, the least significant first. *)
Definition accepts (a : automaton) (q : nat) (numbers : list N) : bool :=
  run a (longest numbers) q numbers.

(** Leading zeros change nothing. *)
Definition padded (a : automaton) : bool :=
  (length (finals a) <=? length (rows a)) &&
  forallb (fun q =>
    Bool.eqb (final a q)
      match next a q [] with None => false | Some q => final a q end)
    (seq 0 (length (rows a))).

Lemma size_div2 n : N.size_nat (N.div2 n) = pred (N.size_nat n).
Proof. now destruct n as [|[p|p|]]. Qed.

Lemma longest_div2 numbers : longest (map N.div2 numbers) = pred (longest numbers).
Proof.
  unfold longest. induction numbers as [|x l IH]; [reflexivity|].
  cbn. rewrite IH, size_div2. lia.
Qed.

Lemma size_0 n : N.size_nat n = 0 -> n = 0%N.
Proof. destruct n as [|[p|p|]]; cbn; congruence. Qed.

Lemma longest_0 numbers : longest numbers = 0 -> forall n, In n numbers -> n = 0%N.
Proof.
  unfold longest. induction numbers as [|x l IH]; cbn; [easy|].
  intros none n [->|later].
  - apply size_0. lia.
  - apply IH; [lia|assumption].
Qed.

Lemma pick_zeros r digits : (forall d, In d digits -> d = false) -> pick r digits = pick r [].
Proof.
  revert digits. induction r as [|q|zero IH0 one IH1]; intros digits none; try reflexivity.
  destruct digits as [|d digits]; [reflexivity|].
  cbn. rewrite (none d) by now left. apply IH0. intros e later. apply none. now right.
Qed.

Lemma padded_spec a q :
  padded a = true ->
  final a q = match next a q [] with None => false | Some q => final a q end.
Proof.
  unfold padded. intro all. apply andb_true_iff in all. destruct all as [short all].
  apply Nat.leb_le in short. rewrite forallb_forall in all.
  destruct (Nat.lt_ge_cases q (length (rows a))) as [inside|outside].
  - apply eqb_prop. apply all. apply in_seq. lia.
  - unfold next. rewrite nth_overflow by assumption. cbn.
    unfold final. apply nth_overflow. lia.
Qed.

Lemma accepts_next a q numbers :
  padded a = true ->
  accepts a q numbers =
  match next a q (map N.odd numbers) with
  | None => false
  | Some q => accepts a q (map N.div2 numbers)
  end.
Proof.
  intro ok. unfold accepts. rewrite longest_div2.
  destruct (longest numbers) as [|n] eqn:long; cbn; [|reflexivity].
  rewrite (padded_spec a q ok). unfold next.
  rewrite (pick_zeros _ (map N.odd numbers)); [reflexivity|].
  intros d inside. apply in_map_iff in inside. destruct inside as (n & <- & inside).
  now rewrite (longest_0 numbers long n inside).
Qed.

(** * Formulas *)

Definition term := (Z * nat)%type.

(** A factor and which number it multiplies. *)
Definition times (factor : Z) (i : nat) : term := (factor, i).

Inductive formula :=
| Yes
| No
| AtMost (ts : list term) (c : Z)        (* sum + c <= 0 *)
| Equal (ts : list term) (c : Z)         (* sum + c = 0 *)
| Divides (m : Z) (w : Z) (ts : list term) (c : Z)  (* m divides w sum + c *)
| Power (i : nat)                        (* a power of two *)
| XorZero (is : list nat)                (* the nim sum is 0 *)
| Accept (q : nat) (tracks : list nat)
| And (f g : formula)
| Or (f g : formula)
| Not (f : formula).

Fixpoint linear (e : env) (ts : list term) : Z :=
  match ts with
  | [] => 0
  | (f, i) :: ts => f * Z.of_N (e i) + linear e ts
  end.

Section WithAutomaton.
Variable a : automaton.

Fixpoint holds (e : env) (f : formula) : Prop :=
  match f with
  | Yes => True
  | No => False
  | AtMost ts c => (linear e ts + c <= 0)%Z
  | Equal ts c => (linear e ts + c = 0)%Z
  | Divides m w ts c => (m | w * linear e ts + c)%Z
  | Power i => exists k, e i = (2 ^ k)%N
  | XorZero is => nimsum (map e is) = 0%N
  | Accept q tracks => accepts a q (map e tracks) = true
  | And f g => holds e f /\ holds e g
  | Or f g => holds e f \/ holds e g
  | Not f => ~ holds e f
  end.

Lemma linear_same e e' ts : (forall i, e i = e' i) -> linear e ts = linear e' ts.
Proof.
  intro same. induction ts as [|[f i] ts IH]; cbn; [reflexivity|]. now rewrite same, IH.
Qed.

Lemma holds_same f e e' : (forall i, e i = e' i) -> holds e f <-> holds e' f.
Proof.
  intro same. induction f; cbn; try easy.
  - now rewrite (linear_same e e').
  - now rewrite (linear_same e e').
  - now rewrite (linear_same e e').
  - now rewrite same.
  - now rewrite (map_ext e e').
  - now rewrite (map_ext e e').
  - now rewrite IHf1, IHf2.
  - now rewrite IHf1, IHf2.
  - now rewrite IHf.
Qed.

(** ** Names *)

Fixpoint rename (r : nat -> nat) (f : formula) : formula :=
  let terms := map (fun t : term => (fst t, r (snd t))) in
  match f with
  | Yes => Yes
  | No => No
  | AtMost ts c => AtMost (terms ts) c
  | Equal ts c => Equal (terms ts) c
  | Divides m w ts c => Divides m w (terms ts) c
  | Power i => Power (r i)
  | XorZero is => XorZero (map r is)
  | Accept q tracks => Accept q (map r tracks)
  | And f g => And (rename r f) (rename r g)
  | Or f g => Or (rename r f) (rename r g)
  | Not f => Not (rename r f)
  end.

Lemma linear_rename r e ts :
  linear e (map (fun t : term => (fst t, r (snd t))) ts) = linear (fun i => e (r i)) ts.
Proof. induction ts as [|[f i] ts IH]; cbn; [reflexivity|]. now rewrite IH. Qed.

Lemma holds_rename r f e : holds e (rename r f) <-> holds (fun i => e (r i)) f.
Proof.
  induction f; cbn; try easy; rewrite ?linear_rename, ?map_map; try easy.
  - now rewrite IHf1, IHf2.
  - now rewrite IHf1, IHf2.
  - now rewrite IHf.
Qed.

(** The formula of the numbers with these names. *)
Definition of (zero : nat) (names : list nat) : formula -> formula :=
  rename (fun i => nth i names zero).

Lemma holds_of zero names f e :
  e zero = 0%N -> holds e (of zero names f) <-> holds (at_ (map e names)) f.
Proof.
  intro none. unfold of. rewrite holds_rename. apply holds_same. intro i.
  unfold at_. rewrite <- none. symmetry. apply map_nth.
Qed.

(** ** Derivatives *)

Definition digit (b : bool) : N := if b then 1%N else 0%N.

Fixpoint digit_sum (l : nat -> bool) (ts : list term) : Z :=
  match ts with
  | [] => 0
  | (f, i) :: ts => if l i then (f + digit_sum l ts)%Z else digit_sum l ts
  end.

Definition none_negative (ts : list term) : bool := forallb (fun t : term => (0 <=? fst t)%Z) ts.
Definition none_positive (ts : list term) : bool := forallb (fun t : term => (fst t <=? 0)%Z) ts.

(** [AtMost] and [Equal], or their truth where the signs tell it. *)
Definition at_most (ts : list term) (c : Z) : formula :=
  if (c <=? 0)%Z
  then if none_positive ts then Yes else AtMost ts c
  else if none_negative ts then No else AtMost ts c.

Definition equal (ts : list term) (c : Z) : formula :=
  match c with
  | Z0 => match ts with [] => Yes | _ => Equal ts c end
  | Zpos _ => if none_negative ts then No else Equal ts c
  | Zneg _ => if none_positive ts then No else Equal ts c
  end.

Fixpoint parity (l : nat -> bool) (is : list nat) : bool :=
  match is with [] => false | i :: is => xorb (l i) (parity l is) end.

Fixpoint derivative (l : nat -> bool) (f : formula) : formula :=
  match f with
  | Yes => Yes
  | No => No
  | AtMost ts c => at_most ts (Z.div2 (c + digit_sum l ts + 1))
  | Equal ts c =>
      let s := (c + digit_sum l ts)%Z in
      if Z.odd s then No else equal ts (Z.div2 s)
  | Divides m w ts c => Divides m ((2 * w) mod m) ts ((c + w * digit_sum l ts) mod m)
  | Power i => if l i then Equal [(1%Z, i)] 0 else Power i
  | XorZero is => if parity l is then No else XorZero is
  | Accept q tracks =>
      match next a q (map l tracks) with None => No | Some q => Accept q tracks end
  | And f g =>
      match derivative l f with
      | No => No
      | Yes => derivative l g
      | f => match derivative l g with No => No | Yes => f | g => And f g end
      end
  | Or f g =>
      match derivative l f with
      | Yes => Yes
      | No => derivative l g
      | f => match derivative l g with Yes => Yes | No => f | g => Or f g end
      end
  | Not f => match derivative l f with Yes => No | No => Yes | f => Not f end
  end.

Lemma none_positive_spec e ts : none_positive ts = true -> (linear e ts <= 0)%Z.
Proof.
  unfold none_positive. induction ts as [|[f i] ts IH]; cbn; [lia|].
  intro all. apply andb_true_iff in all. destruct all as [here later].
  apply Z.leb_le in here. specialize (IH later). nia.
Qed.

Lemma none_negative_spec e ts : none_negative ts = true -> (0 <= linear e ts)%Z.
Proof.
  unfold none_negative. induction ts as [|[f i] ts IH]; cbn; [lia|].
  intro all. apply andb_true_iff in all. destruct all as [here later].
  apply Z.leb_le in here. specialize (IH later). nia.
Qed.

Lemma at_most_spec e ts c : holds e (at_most ts c) <-> (linear e ts + c <= 0)%Z.
Proof.
  unfold at_most. destruct (Z.leb_spec c 0).
  - destruct (none_positive ts) eqn:signs; cbn; [|easy].
    apply (none_positive_spec e) in signs. split; [lia|easy].
  - destruct (none_negative ts) eqn:signs; cbn; [|easy].
    apply (none_negative_spec e) in signs. split; [easy|lia].
Qed.

Lemma equal_spec e ts c : holds e (equal ts c) <-> (linear e ts + c = 0)%Z.
Proof.
  unfold equal. destruct c as [|p|p].
  - destruct ts; cbn; easy.
  - destruct (none_negative ts) eqn:signs; cbn; [|easy].
    apply (none_negative_spec e) in signs. split; [easy|lia].
  - destruct (none_positive ts) eqn:signs; cbn; [|easy].
    apply (none_positive_spec e) in signs. split; [easy|lia].
Qed.

Lemma halves n : n = (2 * N.div2 n + digit (N.odd n))%N.
Proof. destruct n as [|[p|p|]]; cbn; lia. Qed.

Lemma linear_halves l e ts :
  (forall i, l i = N.odd (e i)) ->
  (linear e ts = 2 * linear (fun i => N.div2 (e i)) ts + digit_sum l ts)%Z.
Proof.
  intro digits. induction ts as [|[f i] ts IH]; cbn [linear digit_sum]; [reflexivity|].
  rewrite IH, digits. pose proof (halves (e i)) as parts.
  destruct (N.odd (e i)); cbn [digit] in parts; nia.
Qed.

Lemma odd_lxor x y : N.odd (N.lxor x y) = xorb (N.odd x) (N.odd y).
Proof. rewrite <- !N.bit0_odd. apply N.lxor_spec. Qed.

Lemma div2_lxor x y : N.div2 (N.lxor x y) = N.lxor (N.div2 x) (N.div2 y).
Proof. rewrite !N.div2_spec. apply N.shiftr_lxor. Qed.

Lemma nimsum_halves l e is :
  (forall i, l i = N.odd (e i)) ->
  N.odd (nimsum (map e is)) = parity l is /\
  N.div2 (nimsum (map e is)) = nimsum (map (fun i => N.div2 (e i)) is).
Proof.
  intro digits. induction is as [|i is [IH1 IH2]]; cbn [map nimsum fold_right parity]; [easy|].
  fold (nimsum (map e is)). fold (nimsum (map (fun i => N.div2 (e i)) is)).
  rewrite odd_lxor, div2_lxor, IH1, IH2, digits. easy.
Qed.

Lemma power_halves n :
  (exists k, n = (2 ^ k)%N) <->
  if N.odd n then N.div2 n = 0%N else exists k, N.div2 n = (2 ^ k)%N.
Proof.
  pose proof (halves n) as parts. revert parts. generalize (N.div2 n) as h.
  intros h parts. destruct (N.odd n); cbn [digit] in parts; subst n; split.
  - intros (k & e). destruct k as [|p] using N.peano_ind.
    + rewrite N.pow_0_r in e. lia.
    + rewrite N.pow_succ_r' in e. lia.
  - intros ->. now exists 0%N.
  - intros (k & e). destruct k as [|p] using N.peano_ind.
    + rewrite N.pow_0_r in e. lia.
    + rewrite N.pow_succ_r' in e. exists p. lia.
  - intros (k & ->). exists (N.succ k). rewrite N.pow_succ_r'. lia.
Qed.

Lemma divides_shift m x y k : (x = y + k * m)%Z -> ((m | x) <-> (m | y))%Z.
Proof.
  intros ->. split; intros (q & e).
  - exists (q - k)%Z. nia.
  - exists (q + k)%Z. nia.
Qed.

Hypothesis ok : padded a = true.

(** What a formula says of numbers, its derivative says of their halves. *)
Theorem derivative_spec f l e :
  (forall i, l i = N.odd (e i)) ->
  holds e f <-> holds (fun i => N.div2 (e i)) (derivative l f).
Proof.
  intro digits. set (h := fun i => N.div2 (e i)).
  induction f; cbn [holds derivative].
  - easy.
  - easy.
  - rewrite at_most_spec, (linear_halves l e ts digits). fold h.
    pose proof (Z.div2_odd (c + digit_sum l ts + 1)) as parts.
    destruct (Z.odd (c + digit_sum l ts + 1)); cbn [Z.b2z] in parts; lia.
  - pose proof (Z.div2_odd (c + digit_sum l ts)) as parts.
    rewrite (linear_halves l e ts digits). fold h.
    destruct (Z.odd (c + digit_sum l ts)); cbn [Z.b2z] in parts.
    + cbn [holds]. split; [lia|easy].
    + rewrite equal_spec. lia.
  - rewrite (linear_halves l e ts digits). fold h.
    set (s := linear h ts). set (d := digit_sum l ts).
    destruct (Z.eq_dec m 0) as [->|nonzero].
    + rewrite !Zmod_0_r. replace (w * (2 * s + d) + c)%Z with (2 * w * s + (c + w * d))%Z by lia.
      easy.
    + apply (divides_shift m _ _ ((2 * w) / m * s + (c + w * d) / m)%Z).
      pose proof (Z.div_mod (2 * w) m nonzero). pose proof (Z.div_mod (c + w * d) m nonzero).
      nia.
  - rewrite power_halves, digits. destruct (N.odd (e i)); cbn [holds linear].
    + unfold h. lia.
    + easy.
  - destruct (nimsum_halves l e is digits) as [odd half].
    rewrite <- odd. destruct (N.odd (nimsum (map e is))) eqn:bit; cbn.
    + split; [|easy]. intro zero. rewrite zero in bit. discriminate.
    + unfold h. rewrite <- half. split.
      * intros ->. reflexivity.
      * intro zero. rewrite (halves (nimsum (map e is))), zero, bit. reflexivity.
  - rewrite accepts_next by assumption. rewrite !map_map.
    rewrite (map_ext (fun x => N.odd (e x)) l) by (intro; symmetry; apply digits).
    destruct (next a q (map l tracks)); cbn; [reflexivity|]. split; [discriminate|easy].
  - rewrite IHf1, IHf2.
    destruct (derivative l f1), (derivative l f2); cbn [holds]; tauto.
  - rewrite IHf1, IHf2.
    destruct (derivative l f1), (derivative l f2); cbn [holds]; tauto.
  - rewrite IHf. destruct (derivative l f); cbn [holds]; tauto.
Qed.

(** Whether a formula holds of zeros. *)
Fixpoint of_zeros (f : formula) : bool :=
  match f with
  | Yes => true
  | No => false
  | AtMost _ c => (c <=? 0)%Z
  | Equal _ c => (c =? 0)%Z
  | Divides m _ _ c => (if m =? 0 then c =? 0 else c mod m =? 0)%Z
  | Power _ => false
  | XorZero _ => true
  | Accept q _ => final a q
  | And f g => of_zeros f && of_zeros g
  | Or f g => of_zeros f || of_zeros g
  | Not f => negb (of_zeros f)
  end.

Lemma of_zeros_spec e f : (forall i, e i = 0%N) -> of_zeros f = true <-> holds e f.
Proof.
  intro zeros.
  assert (none : forall ts, linear e ts = 0%Z).
  { induction ts as [|[w i] ts IH]; cbn; [reflexivity|]. rewrite zeros, IH. lia. }
  assert (all : forall l, map e l = repeat 0%N (length l)).
  { induction l as [|i l IH]; cbn; [reflexivity|]. now rewrite zeros, IH. }
  induction f; cbn [of_zeros holds].
  - easy.
  - easy.
  - rewrite none, Z.leb_le. lia.
  - rewrite none, Z.eqb_eq. lia.
  - rewrite none. replace (w * 0 + c)%Z with c by lia.
    destruct (Z.eqb_spec m 0) as [->|nonzero].
    + rewrite Z.eqb_eq. split; [intros ->; now exists 0%Z|intros (q & ->); lia].
    + rewrite Z.eqb_eq. now rewrite Z.mod_divide.
  - rewrite zeros. split; [discriminate|]. intros (k & e0). symmetry in e0.
    apply N.pow_nonzero in e0; [easy|lia].
  - rewrite all. split; [|easy]. intros _. induction (length is) as [|n IH]; cbn; [easy|].
    fold (nimsum (repeat 0%N n)). now rewrite IH.
  - rewrite all. unfold accepts.
    assert (longest (repeat 0%N (length tracks)) = 0) as ->.
    { unfold longest. induction (length tracks) as [|n IH]; cbn; [reflexivity|]. lia. }
    easy.
  - now rewrite andb_true_iff, IHf1, IHf2.
  - now rewrite orb_true_iff, IHf1, IHf2.
  - rewrite negb_true_iff, <- IHf. destruct (of_zeros f); split; congruence.
Qed.

(** * For all ..., there are ... *)

(** Numbers that are hidden are marked in a list; the others are those of [e]. *)
Definition merge {T} (h : list bool) (e y : nat -> T) : nat -> T :=
  fun i => if nth i h false then y i else e i.

(** A formula, and which of its numbers are there to be found. *)
Definition alternative := (list bool * formula)%type.
(** What is assumed, and the alternatives of which one is to be shown. *)
Definition node := (formula * list alternative)%type.

Definition only (vis : list bool) (e : env) : Prop :=
  forall i, nth i vis false = false -> e i = 0%N.

Definition found (e : env) (s : list alternative) : Prop :=
  exists h f, In (h, f) s /\ exists y, holds (merge h e y) f.

(** Digits for the numbers that are marked, in all ways. *)
Fixpoint letters (mask : list bool) : list (list bool) :=
  match mask with
  | [] => [[]]
  | true :: mask =>
      let rest := letters mask in map (cons false) rest ++ map (cons true) rest
  | false :: mask => map (cons false) (letters mask)
  end.

Lemma letters_spec mask d :
  (forall i, nth i mask false = false -> d i = false) ->
  exists l, In l (letters mask) /\ forall i, nth i l false = d i.
Proof.
  revert d. induction mask as [|m mask IH]; intros d none.
  - exists []. split; [now left|]. intro i. rewrite none; destruct i; reflexivity.
  - destruct (IH (fun i => d (S i))) as (l & inside & same).
    { intros i out. apply (none (S i) out). }
    exists (d 0 :: l). split.
    + cbn. destruct m.
      * apply in_app_iff. destruct (d 0); [right|left]; now apply in_map.
      * rewrite (none 0 eq_refl). now apply in_map.
    + intro i. destruct i as [|i]; [reflexivity|]. apply same.
Qed.

Fixpoint mixed (h hidden visible : list bool) : list bool :=
  match h with
  | [] => visible
  | true :: h => hd false hidden :: mixed h (tl hidden) (tl visible)
  | false :: h => hd false visible :: mixed h (tl hidden) (tl visible)
  end.

Lemma nth_hd_tl (l : list bool) i :
  nth i l false = match i with O => hd false l | S i => nth i (tl l) false end.
Proof. destruct l, i; try reflexivity. now destruct i. Qed.

Lemma mixed_spec h hidden visible i :
  nth i (mixed h hidden visible) false =
  if nth i h false then nth i hidden false else nth i visible false.
Proof.
  revert hidden visible i. induction h as [|m h IH]; intros hidden visible i; cbn [mixed].
  - destruct i; reflexivity.
  - rewrite (nth_hd_tl hidden), (nth_hd_tl visible).
    destruct m, i as [|i]; cbn [nth]; try reflexivity; apply IH.
Qed.

(** ** Equality *)

Fixpoint all_equal {T} (eqb : T -> T -> bool) (x y : list T) : bool :=
  match x, y with
  | [], [] => true
  | u :: x, v :: y => eqb u v && all_equal eqb x y
  | _, _ => false
  end.

Lemma all_equal_spec {T} (eqb : T -> T -> bool) :
  (forall u v, eqb u v = true -> u = v) -> forall x y, all_equal eqb x y = true -> x = y.
Proof.
  intro each. induction x as [|u x IH]; destruct y as [|v y]; cbn; try discriminate; [easy|].
  intro both. apply andb_true_iff in both. destruct both. f_equal; auto.
Qed.

Definition term_eqb (t u : term) : bool := Nat.eqb (snd t) (snd u) && Z.eqb (fst t) (fst u).

Fixpoint formula_eqb (f g : formula) : bool :=
  match f, g with
  | Yes, Yes => true
  | No, No => true
  | AtMost ts c, AtMost us d => Z.eqb c d && all_equal term_eqb ts us
  | Equal ts c, Equal us d => Z.eqb c d && all_equal term_eqb ts us
  | Divides m w ts c, Divides n x us d =>
      Z.eqb c d && Z.eqb w x && Z.eqb m n && all_equal term_eqb ts us
  | Power i, Power j => Nat.eqb i j
  | XorZero is, XorZero js => all_equal Nat.eqb is js
  | Accept q is, Accept r js => Nat.eqb q r && all_equal Nat.eqb is js
  | And f f', And g g' => formula_eqb f g && formula_eqb f' g'
  | Or f f', Or g g' => formula_eqb f g && formula_eqb f' g'
  | Not f, Not g => formula_eqb f g
  | _, _ => false
  end.

Lemma formula_eqb_spec f g : formula_eqb f g = true -> f = g.
Proof.
  assert (nats : forall x y, all_equal Nat.eqb x y = true -> x = y).
  { apply all_equal_spec. intros u v. apply Nat.eqb_eq. }
  assert (terms : forall x y, all_equal term_eqb x y = true -> x = y).
  { apply all_equal_spec. intros [u i] [v j]. unfold term_eqb. cbn. intro both.
    apply andb_true_iff in both. destruct both as [e1 e2].
    apply Nat.eqb_eq in e1. apply Z.eqb_eq in e2. congruence. }
  revert g. induction f; destruct g; cbn; try discriminate; intro same;
    repeat match goal with
    | H : _ && _ = true |- _ => apply andb_true_iff in H; destruct H
    | H : Z.eqb _ _ = true |- _ => apply Z.eqb_eq in H
    | H : Nat.eqb _ _ = true |- _ => apply Nat.eqb_eq in H
    | H : all_equal Nat.eqb _ _ = true |- _ => apply nats in H
    | H : all_equal term_eqb _ _ = true |- _ => apply terms in H
    end; subst; try reflexivity; f_equal; auto.
Qed.

Definition alternative_eqb (s t : alternative) : bool :=
  formula_eqb (snd s) (snd t) && all_equal Bool.eqb (fst s) (fst t).

Lemma alternative_eqb_spec s t : alternative_eqb s t = true -> s = t.
Proof.
  destruct s as [h f], t as [k g]. unfold alternative_eqb. cbn. intro both.
  apply andb_true_iff in both. destruct both as [e1 e2].
  apply formula_eqb_spec in e1. f_equal; [|assumption].
  revert e2. apply all_equal_spec. intros u v. apply eqb_prop.
Qed.

(** ** One digit more *)

Definition is_no (f : formula) : bool := match f with No => true | _ => false end.
Definition is_yes (f : formula) : bool := match f with Yes => true | _ => false end.

Definition include (s : alternative) (l : list alternative) : list alternative :=
  if existsb (alternative_eqb s) l then l else s :: l.

Lemma include_spec s t l : In t (include s l) -> t = s \/ In t l.
Proof. unfold include. destruct (existsb _ l); [auto|]. intros [->|]; auto. Qed.

Definition after (visible : list bool) (s : list alternative) : list alternative :=
  fold_left (fun found (alt : alternative) =>
    let (h, f) := alt in
    fold_left (fun found hidden =>
      let digits := mixed h hidden visible in
      let f := derivative (fun i => nth i digits false) f in
      if is_no f then found else include (h, f) found)
      (letters h) found) s [].

Lemma after_spec visible s h g :
  In (h, g) (after visible s) ->
  exists f hidden, In (h, f) s /\
    g = derivative (fun i => nth i (mixed h hidden visible) false) f.
Proof.
  unfold after.
  assert (general : forall s start,
    In (h, g) (fold_left (fun found (alt : alternative) =>
      let (h, f) := alt in
      fold_left (fun found hidden =>
        let digits := mixed h hidden visible in
        let f := derivative (fun i => nth i digits false) f in
        if is_no f then found else include (h, f) found)
        (letters h) found) s start) ->
    In (h, g) start \/
    exists f hidden, In (h, f) s /\
      g = derivative (fun i => nth i (mixed h hidden visible) false) f).
  { clear s. induction s as [|[k f] s IH]; intros start inside; [now left|].
    cbn [fold_left] in inside. apply IH in inside. destruct inside as [inside|(f' & hid & is & ->)].
    - assert (inner : forall ls start,
        In (h, g) (fold_left (fun found hidden =>
          let digits := mixed k hidden visible in
          let f := derivative (fun i => nth i digits false) f in
          if is_no f then found else include (k, f) found) ls start) ->
        In (h, g) start \/
        exists hidden, (h, g) = (k, derivative (fun i => nth i (mixed k hidden visible) false) f)).
      { clear. induction ls as [|hid ls IHl]; intros start inside; [now left|].
        cbn [fold_left] in inside. apply IHl in inside.
        destruct inside as [inside|]; [|now right]. cbn zeta in inside.
        destruct (is_no _) in inside; [now left|].
        apply include_spec in inside. destruct inside as [same|]; [|now left].
        right. now exists hid. }
      apply inner in inside. destruct inside as [|(hid & same)]; [now left|].
      injection same as -> ->. right. exists f, hid. split; [now left|reflexivity].
    - right. exists f', hid. split; [now right|reflexivity]. }
  intro inside. apply general in inside. destruct inside as [[]|]; assumption.
Qed.

(** From alternatives for the halves to alternatives for the numbers. *)
Lemma found_after visible e s :
  (forall i, nth i visible false = N.odd (e i)) ->
  found (fun i => N.div2 (e i)) (after visible s) -> found e s.
Proof.
  intros digits (h & g & inside & y & holding).
  apply after_spec in inside. destruct inside as (f & hidden & inside & ->).
  exists h, f. split; [assumption|].
  exists (fun i => (2 * y i + digit (nth i hidden false))%N).
  assert (odd : forall n b, N.odd (2 * n + digit b) = b).
  { intros n b. destruct b, n; reflexivity. }
  assert (half : forall n b, N.div2 (2 * n + digit b) = n).
  { intros n b. destruct b, n; reflexivity. }
  apply (derivative_spec f (fun i => nth i (mixed h hidden visible) false)).
  - intro i. rewrite mixed_spec. unfold merge. destruct (nth i h false); [|apply digits].
    now rewrite odd.
  - revert holding. apply holds_same. intro i. unfold merge.
    destruct (nth i h false); [|reflexivity]. now rewrite half.
Qed.

(** When all visible digits are read, hidden numbers may have more of them. *)
Fixpoint ends_well (more : nat) (s : list alternative) : bool :=
  existsb (fun alt => of_zeros (snd alt)) s ||
  match more with O => false | S more => ends_well more (after [] s) end.

Lemma ends_well_spec more s e :
  (forall i, e i = 0%N) -> ends_well more s = true -> found e s.
Proof.
  revert s e. induction more as [|more IH]; intros s e zeros well; cbn in well;
    apply orb_true_iff in well; destruct well as [now_|later].
  1, 3: apply existsb_exists in now_; destruct now_ as ([h f] & inside & null);
    exists h, f; split; [assumption|]; exists (fun _ => 0%N);
    apply (of_zeros_spec _ f); [|assumption];
    intro i; unfold merge; rewrite zeros; now destruct (nth i h false).
  - discriminate.
  - apply (found_after [] e); [|apply IH; [|assumption]].
    + intro i. rewrite zeros. destruct i; reflexivity.
    + intro i. now rewrite zeros.
Qed.

(** ** The search *)

Definition settled (s : list alternative) : bool := existsb (fun alt => is_yes (snd alt)) s.

Definition extra := 40.

Definition sound_here (n : node) : bool :=
  negb (of_zeros (fst n)) || settled (snd n) || ends_well extra (snd n).

Definition successors (vis : list (list bool)) (n : node) : list node :=
  let (f, s) := n in
  if settled s then []
  else flat_map (fun visible =>
    let f := derivative (fun i => nth i visible false) f in
    if is_no f then [] else [(f, after visible s)]) vis.

(** A node says less than one with the same assumption and fewer alternatives. *)
Definition covers (m n : node) : Prop := fst m = fst n /\ incl (snd m) (snd n).

Definition covers_b (m n : node) : bool :=
  formula_eqb (fst m) (fst n) &&
  forallb (fun s => existsb (alternative_eqb s) (snd n)) (snd m).

Lemma covers_b_spec m n : covers_b m n = true -> covers m n.
Proof.
  unfold covers_b. intro both. apply andb_true_iff in both. destruct both as [same all].
  split; [now apply formula_eqb_spec|].
  rewrite forallb_forall in all. intros s inside. specialize (all s inside).
  apply existsb_exists in all. destruct all as (t & there & equal).
  apply alternative_eqb_spec in equal. now subst.
Qed.

(** Nodes that were seen stand in drawers, by a number made of the assumption. *)
Definition number_of_Z (z : Z) : N :=
  match z with Z0 => 0 | Zpos p => N.double (Npos p) | Zneg p => N.succ_double (Npos p) end.

Definition stir (h x : N) : N := N.land (h * 31 + x + 1) 1048575.

Fixpoint drawer_from (h : N) (f : formula) : N :=
  match f with
  | Yes => stir h 1
  | No => stir h 2
  | AtMost _ c => stir (stir h 3) (number_of_Z c)
  | Equal _ c => stir (stir h 4) (number_of_Z c)
  | Divides _ w _ c => stir (stir (stir h 5) (number_of_Z c)) (number_of_Z w)
  | Power i => stir h 6
  | XorZero _ => stir h 7
  | Accept q _ => stir (stir h 8) (N.of_nat q)
  | And f g => drawer_from (drawer_from (stir h 9) f) g
  | Or f g => drawer_from (drawer_from (stir h 10) f) g
  | Not f => drawer_from (stir h 11) f
  end.

Definition drawer (f : formula) : positive := N.succ_pos (drawer_from 0 f).

Definition cabinet := PositiveMap.t (list node).

Definition look (k : positive) (c : cabinet) : list node :=
  match PositiveMap.find k c with None => [] | Some l => l end.

Definition put (n : node) (c : cabinet) : cabinet :=
  let k := drawer (fst n) in PositiveMap.add k (n :: look k c) c.

Definition kept (c : cabinet) (n : node) : Prop := exists k, In n (look k c).

Lemma kept_put n m c : kept (put n c) m <-> m = n \/ kept c m.
Proof.
  unfold kept, put. set (k := drawer (fst n)). split.
  - intros (j & inside). unfold look in inside at 1.
    destruct (Pos.eq_dec j k) as [->|other].
    + rewrite PositiveMap.gss in inside. destruct inside as [->|inside]; [now left|].
      right. now exists k.
    + rewrite PositiveMap.gso in inside by assumption. right. now exists j.
  - intros [->|(j & inside)].
    + exists k. unfold look. rewrite PositiveMap.gss. now left.
    + destruct (Pos.eq_dec j k) as [->|other].
      * exists k. unfold look at 1. rewrite PositiveMap.gss. now right.
      * exists j. unfold look. rewrite PositiveMap.gso by assumption. exact inside.
Qed.

Fixpoint explore (vis : list (list bool)) (fuel : nat) (todo : list node) (done : cabinet) : bool :=
  match fuel with
  | O => false
  | S fuel =>
      match todo with
      | [] => true
      | n :: todo =>
          if existsb (fun m => covers_b m n) (look (drawer (fst n)) done)
          then explore vis fuel todo done
          else sound_here n && explore vis fuel (successors vis n ++ todo) (put n done)
      end
  end.

(** A set of nodes that nothing leads out of. *)
Definition closed (vis : list (list bool)) (d : node -> Prop) : Prop :=
  forall n, d n -> sound_here n = true /\
    forall m, In m (successors vis n) -> exists k, d k /\ covers k m.

Lemma explore_spec vis fuel todo done :
  explore vis fuel todo done = true ->
  (forall n, kept done n -> sound_here n = true /\
     forall m, In m (successors vis n) -> exists k, (kept done k \/ In k todo) /\ covers k m) ->
  exists d, closed vis d /\
    forall n, kept done n \/ In n todo -> exists k, d k /\ covers k n.
Proof.
  assert (covers_trans : forall x y z, covers x y -> covers y z -> covers x z).
  { intros x y z [e1 i1] [e2 i2]. split; [congruence|]. intros s here. auto. }
  assert (covers_refl : forall x, covers x x).
  { intro x. split; [reflexivity|apply incl_refl]. }
  revert todo done. induction fuel as [|fuel IH]; intros todo done result inv; [discriminate|].
  cbn [explore] in result. destruct todo as [|n todo].
  - exists (kept done). split.
    + intros n here. destruct (inv n here) as [sound next_]. split; [assumption|].
      intros m inside. destruct (next_ m inside) as (k & [there|[]] & cov). eauto.
    + intros n [here|[]]. exists n. auto.
  - destruct (existsb _ _) eqn:known.
    + apply existsb_exists in known. destruct known as (m & seen & cov).
      apply covers_b_spec in cov.
      assert (seen' : kept done m) by (eexists; exact seen).
      destruct (IH todo done result) as (d & closed_d & all).
      { intros k here. destruct (inv k here) as [sound next_]. split; [assumption|].
        intros j inside. destruct (next_ j inside) as (i & [there|[<-|there]] & cov').
        - eauto.
        - exists m. split; [auto|]. now apply (covers_trans m n j).
        - eauto. }
      exists d. split; [assumption|]. intros k [here|[<-|here]].
      * apply all. auto.
      * destruct (all m (or_introl seen')) as (i & there & cov'). exists i.
        split; [assumption|]. now apply (covers_trans i m n).
      * apply all. auto.
    + apply andb_true_iff in result. destruct result as [sound result].
      destruct (IH _ _ result) as (d & closed_d & all).
      { intros k here. apply kept_put in here. destruct here as [->|here].
        - split; [assumption|]. intros m inside. exists m. split; [|apply covers_refl].
          right. apply in_app_iff. now left.
        - destruct (inv k here) as [sound' next_]. split; [assumption|].
          intros m inside. destruct (next_ m inside) as (i & there & cov).
          exists i. split; [|assumption]. destruct there as [there|[<-|there]].
          + left. apply kept_put. now right.
          + left. apply kept_put. now left.
          + right. apply in_app_iff. now right. }
      exists d. split; [assumption|]. intros k here. apply all.
      destruct here as [here|[<-|here]].
      * left. apply kept_put. now right.
      * left. apply kept_put. now left.
      * right. apply in_app_iff. now right.
Qed.

Definition claim (vis : list bool) (size : nat) (n : node) : Prop :=
  forall e, only vis e -> (forall i, N.size_nat (e i) <= size) ->
  holds e (fst n) -> found e (snd n).

Lemma claim_covers vis size m n : covers m n -> claim vis size m -> claim vis size n.
Proof.
  intros [same fewer] says e only_e small assumed. rewrite <- same in assumed.
  destruct (says e only_e small assumed) as (h & f & inside & there).
  exists h, f. auto.
Qed.

Lemma settled_spec e s : settled s = true -> found e s.
Proof.
  intro yes. apply existsb_exists in yes. destruct yes as ([h f] & inside & yes).
  destruct f; try discriminate. exists h, Yes. split; [assumption|]. now exists (fun _ => 0%N).
Qed.

Lemma closed_spec vis d size n : closed (letters vis) d -> d n -> claim vis size n.
Proof.
  intro all. revert n. induction size as [|size IH]; intros [f s] here e only_e small assumed;
    destruct (all (f, s) here) as [sound leads]; cbn [fst snd] in *.
  - assert (zeros : forall i, e i = 0%N).
    { intro i. apply size_0. specialize (small i). lia. }
    unfold sound_here in sound. cbn [fst snd] in sound.
    apply orb_true_iff in sound. destruct sound as [sound|well].
    + apply orb_true_iff in sound. destruct sound as [false_|yes].
      * apply (of_zeros_spec e f zeros) in assumed. rewrite assumed in false_. discriminate.
      * now apply settled_spec.
    + now apply (ends_well_spec extra).
  - destruct (settled s) eqn:yes; [now apply settled_spec|].
    destruct (letters_spec vis (fun i => N.odd (e i))) as (l & inside & digits).
    { intros i out. now rewrite (only_e i out). }
    assert (assumed' : holds (fun i => N.div2 (e i)) (derivative (fun i => nth i l false) f)).
    { now apply derivative_spec. }
    apply (found_after l e s digits).
    set (f' := derivative (fun i => nth i l false) f) in *.
    destruct (leads (f', after l s)) as (k & there & cov).
    { unfold successors. rewrite yes. apply in_flat_map. exists l. split; [assumption|].
      fold f'. destruct (is_no f') eqn:no; [|now left].
      destruct f'; try discriminate. destruct assumed'. }
    apply (claim_covers vis size _ _ cov (IH k there)); [| |assumption].
    + intros i out. now rewrite (only_e i out).
    + intro i. rewrite size_div2. specialize (small i). lia.
Qed.

Lemma bounded vis e : only vis e -> exists size, forall i, N.size_nat (e i) <= size.
Proof.
  intro only_e.
  assert (some : forall n, exists size, forall i, i < n -> N.size_nat (e i) <= size).
  { induction n as [|n (size & IH)]; [exists 0; lia|].
    exists (Nat.max size (N.size_nat (e n))). intros i less.
    destruct (Nat.eq_dec i n) as [->|other]; [lia|]. specialize (IH i). lia. }
  destruct (some (length vis)) as (size & small). exists size. intro i.
  destruct (Nat.lt_ge_cases i (length vis)) as [inside|outside]; [now apply small|].
  rewrite only_e; [cbn; lia|]. now apply nth_overflow.
Qed.

Definition most_steps : N := 1000000.

(** Whether for all numbers that are marked in [vis], if [f] holds, then one of
    the alternatives does for some hidden numbers. *)
Definition valid (vis : list bool) (f : formula) (s : list alternative) : bool :=
  explore (letters vis) (N.to_nat most_steps) [(f, s)] (PositiveMap.empty _).

Theorem valid_spec vis f s :
  valid vis f s = true -> forall e, only vis e -> holds e f -> found e s.
Proof.
  unfold valid. generalize (N.to_nat most_steps) as fuel.
  intros fuel result e only_e assumed.
  destruct (explore_spec _ _ _ _ result) as (d & closed_d & all).
  { intros n (k & inside). unfold look in inside. rewrite PositiveMap.gempty in inside.
    destruct inside. }
  destruct (all (f, s)) as (k & there & cov); [right; now left|].
  destruct (bounded vis e only_e) as (size & small).
  apply (claim_covers vis size _ _ cov (closed_spec vis d size k closed_d there)); assumption.
Qed.

(** Proofs must not begin to compute it. *)
Local Opaque valid.

(** * Games *)

Inductive form := Form (ts : list term) (c : Z).

(** The value of a linear form. *)
Definition worth (e : env) (f : form) : Z :=
  match f with Form ts c => (linear e ts + c)%Z end.

(** A kind of move: numbers are chosen, as many as there are binders, such that
    the guard holds; then the position is replaced by a sum of positions whose
    coordinates are linear forms.  In the guard and the forms stand first the
    coordinates, then the binders. *)
Record move_kind := Move { binders : nat; guard : formula; target : list (list form) }.

Record rules := Rules { dim : nat; domain : formula; moves : list move_kind }.

(** Positions are tuples of naturals in the domain. *)
Definition position (r : rules) (x : list N) : Prop :=
  length x = dim r /\ holds (at_ x) (domain r).

(** The rules: the sum o is an option of x if some move leads there. *)
Definition leads (r : rules) (x : list N) (o : list (list N)) : Prop :=
  position r x /\
  exists m chosen,
    In m (moves r) /\
    length chosen = binders m /\
    holds (at_ (x ++ chosen)) (guard m) /\
    Forall2 (Forall2 (fun f n => worth (at_ (x ++ chosen)) f = Z.of_N n)) (target m) o /\
    Forall (position r) o.

(** ** Orders in which options are smaller *)

Inductive order := Sum | Lexicographic (by_ : list nat).

Definition sum (x : list N) : N := fold_right N.add 0%N x.

Fixpoint lex (by_ : list nat) (y x : list N) : Prop :=
  match by_ with
  | [] => False
  | i :: by_ => (at_ y i < at_ x i)%N \/ (at_ y i = at_ x i /\ lex by_ y x)
  end.

Definition smaller (o : order) (y x : list N) : Prop :=
  match o with
  | Sum => (sum y < sum x)%N
  | Lexicographic by_ => lex by_ y x
  end.

Lemma lex_well_founded by_ : well_founded (lex by_).
Proof.
  induction by_ as [|i by_ IH]; [constructor; intros y []|].
  assert (all : forall n x, at_ x i = n -> Acc (lex (i :: by_)) x).
  { intro n. induction (N.lt_wf_0 n) as [n _ outer].
    intro x. induction (IH x) as [x _ inner]. intro value.
    constructor. intros y [less|[same less]].
    - apply (outer (at_ y i)); [lia|reflexivity].
    - apply inner; [assumption|congruence]. }
  intro x. now apply (all (at_ x i)).
Qed.

Lemma smaller_well_founded o : well_founded (smaller o).
Proof.
  destruct o as [|by_].
  - apply (wf_inverse_image _ _ N.lt sum). exact N.lt_wf_0.
  - apply lex_well_founded.
Qed.

(** ** Lists of names *)

Lemma map_at l front back :
  map (at_ (front ++ l ++ back)) (seq (length front) (length l)) = l.
Proof.
  revert front. induction l as [|x l IH]; intro front; [reflexivity|].
  cbn [length seq map]. f_equal.
  - unfold at_. rewrite app_nth2 by lia. now rewrite Nat.sub_diag.
  - specialize (IH (front ++ [x])). rewrite app_length, <- app_assoc in IH. cbn in IH.
    rewrite Nat.add_1_r in IH. exact IH.
Qed.

Fixpoint tuples (d count first : nat) : list (list nat) :=
  match count with
  | O => []
  | S count => seq first d :: tuples d count (first + d)
  end.

Lemma map_tuples d o front back :
  Forall (fun t => length t = d) o ->
  map (map (at_ (front ++ concat o ++ back))) (tuples d (length o) (length front)) = o.
Proof.
  intro all. revert front. induction all as [|t o len all IH]; intro front; [reflexivity|].
  cbn [length tuples map concat]. f_equal.
  - rewrite <- len, <- app_assoc. apply map_at.
  - specialize (IH (front ++ t)). rewrite app_length, len, <- app_assoc in IH.
    rewrite <- (app_assoc t). exact IH.
Qed.

Lemma tuples_length d count first : length (tuples d count first) = count.
Proof. revert first. induction count; intro first; cbn; auto. Qed.

Fixpoint conjunction (fs : list formula) : formula :=
  match fs with
  | [] => Yes
  | [f] => f
  | f :: fs => And f (conjunction fs)
  end.

Lemma conjunction_spec e fs : holds e (conjunction fs) <-> Forall (holds e) fs.
Proof.
  induction fs as [|f fs IH]; [now split|].
  destruct fs as [|g fs].
  - cbn. split; [intro; now repeat constructor|]. intro all. now inversion all.
  - change (conjunction (f :: g :: fs)) with (And f (conjunction (g :: fs))).
    cbn [holds]. rewrite IH. split.
    + intros [here later]. now constructor.
    + intro all. inversion all. auto.
Qed.

Section Game.
Variable r : rules.
(** The law: its numbers are the coordinates, then the value. *)
Variable law : formula.
Variable ord : order.

(** [says x v]: the law gives the position x the value v. *)
Definition says (x : list N) (v : N) : Prop := position r x /\ holds (at_ (x ++ [v])) law.

(** Where the numbers stand: x, a value v, a value u, the binders, the
    coordinates of the parts, their values; then nothing. *)
Let d := dim r.
Definition xs : list nat := seq 0 d.
Definition chosen_names (m : move_kind) : list nat := seq (d + 2) (binders m).
Definition part_names (m : move_kind) : list (list nat) :=
  tuples d (length (target m)) (d + 2 + binders m).
Definition first_value (m : move_kind) : nat := d + 2 + binders m + length (target m) * d.
Definition value_names (m : move_kind) : list nat := seq (first_value m) (length (target m)).
Definition nothing (m : move_kind) : nat := first_value m + length (target m).

Definition target_equations (m : move_kind) : list formula :=
  let names := xs ++ chosen_names m in
  flat_map (fun part : list form * list nat =>
    map (fun coordinate : form * nat =>
      match fst coordinate with
      | Form ts c =>
          Equal (((-1)%Z, snd coordinate) ::
                 map (fun t : term => (fst t, nth (snd t) names (nothing m))) ts) c
      end) (combine (fst part) (snd part)))
    (combine (target m) (part_names m)).

(** The numbers are a legal move and its target. *)
Definition legal (m : move_kind) : list formula :=
  target_equations m ++ [of (nothing m) (xs ++ chosen_names m) (guard m)].

(** ... and the option that it leads to has value u. *)
Definition reached (m : move_kind) : formula :=
  conjunction (
    XorZero (S d :: value_names m) ::
    legal m ++
    map (fun p : list nat * nat => of (nothing m) (fst p ++ [snd p]) law)
        (combine (part_names m) (value_names m)) ++
    map (fun names => of (nothing m) names (domain r)) (part_names m)).

Definition target_fits (m : move_kind) : bool :=
  forallb (fun part => length part =? d) (target m).

Definition no_smaller (names : list nat) : formula :=
  match ord with
  | Sum => AtMost (map (fun i => (1%Z, i)) xs ++ map (fun i => ((-1)%Z, i)) names) 0
  | Lexicographic by_ =>
      fold_right (fun i rest =>
        let y := nth i names (S d) in
        Or (AtMost [(1%Z, i); ((-1)%Z, y)] 1)
           (And (Equal [(1%Z, i); ((-1)%Z, y)] 0) rest)) Yes by_
  end.

Definition order_fits : bool :=
  match ord with Sum => true | Lexicographic by_ => forallb (fun i => i <? d) by_ end.

Definition seen_x : list bool := repeat true d.
Definition hidden_move (m : move_kind) : list bool :=
  repeat false (d + 2) ++ repeat true (binders m + length (target m) * d + length (target m)).

(** Every part of every option is smaller than the position. *)
Definition check_order : bool :=
  forallb (fun m =>
    forallb (fun names =>
      valid (seen_x ++ [false; false] ++ repeat true (binders m + length (target m) * d))
        (conjunction (legal m ++ [no_smaller names])) [])
      (part_names m)) (moves r).

(** Every position has a value. *)
Definition check_total : bool :=
  valid seen_x (of (S d) xs (domain r))
    [(repeat false d ++ [true], of (S d) (xs ++ [d]) law)].

(** It has no other. *)
Definition check_single : bool :=
  valid (seen_x ++ [true; true])
    (conjunction [AtMost [(1%Z, d); ((-1)%Z, S d)] 1;
                  of (S (S d)) (xs ++ [d]) law; of (S (S d)) (xs ++ [S d]) law;
                  of (S (S d)) xs (domain r)]) [].

(** No option has the value of the position. *)
Definition check_differs : bool :=
  forallb (fun m =>
    valid (seen_x ++ [false; true] ++
           repeat true (binders m + length (target m) * d + length (target m)))
      (And (of (nothing m) (xs ++ [S d]) law) (reached m)) []) (moves r).

(** Every smaller value is that of an option. *)
Definition check_reaches : bool :=
  valid (seen_x ++ [true; true])
    (conjunction [AtMost [(1%Z, S d); ((-1)%Z, d)] 1;
                  of (S (S d)) (xs ++ [d]) law; of (S (S d)) xs (domain r)])
    (map (fun m => (hidden_move m, reached m)) (moves r)).

Definition check : bool :=
  padded a && order_fits && forallb target_fits (moves r) &&
  check_order && check_total && check_single && check_differs && check_reaches.

(** Where only the lost positions are claimed, the numbers of [law] are the
    coordinates alone, and every option is one position. *)
Definition one_part (m : move_kind) : bool := length (target m) =? 1.

(** The numbers are a legal move that leads to a lost position. *)
Definition loses (m : move_kind) : formula :=
  conjunction (
    legal m ++
    map (fun names => of (nothing m) names law) (part_names m) ++
    map (fun names => of (nothing m) names (domain r)) (part_names m)).

Definition hidden_target (m : move_kind) : list bool :=
  repeat false (d + 2) ++ repeat true (binders m + length (target m) * d).

(** No lost position has a lost option. *)
Definition check_none_lost : bool :=
  forallb (fun m =>
    valid (seen_x ++ [false; false] ++ repeat true (binders m + length (target m) * d))
      (And (of (nothing m) xs law) (loses m)) []) (moves r).

(** Every other position has one. *)
Definition check_some_lost : bool :=
  valid seen_x (of (S d) xs (domain r))
    (([], of (S d) xs law) :: map (fun m => (hidden_target m, loses m)) (moves r)).

Definition check_lost : bool :=
  padded a && order_fits && forallb target_fits (moves r) && forallb one_part (moves r) &&
  check_order && check_none_lost && check_some_lost.

(** ** Why that is enough *)

Lemma equations_spec m e :
  e (nothing m) = 0%N -> target_fits m = true ->
  Forall (holds e) (target_equations m) <->
  Forall2 (Forall2 (fun f n => worth (at_ (map e (xs ++ chosen_names m))) f = Z.of_N n))
    (target m) (map (map e) (part_names m)).
Proof.
  intros zero fits. unfold target_equations.
  assert (names_fit : Forall (fun names => length names = d) (part_names m)).
  { unfold part_names. generalize (d + 2 + binders m) as first.
    induction (length (target m)) as [|n IH]; intro first; cbn; constructor; [|apply IH].
    apply seq_length. }
  assert (count : length (part_names m) = length (target m)) by apply tuples_length.
  assert (parts_fit : Forall (fun part => length part = d) (target m)).
  { apply Forall_forall. intros part inside. unfold target_fits in fits.
    rewrite forallb_forall in fits. apply Nat.eqb_eq. now apply fits. }
  set (names := xs ++ chosen_names m).
  revert names_fit count parts_fit. generalize (part_names m) as ps.
  induction (target m) as [|part parts IH]; intros ps names_fit count parts_fit.
  { destruct ps; [|discriminate]. cbn. split; constructor. }
  destruct ps as [|p ps]; [discriminate|]. cbn [combine flat_map map fst snd].
  inversion names_fit as [|? ? len_p rest_p]; inversion parts_fit as [|? ? len_f rest_f]; subst.
  rewrite Forall_app, IH by (cbn in count; auto; congruence).
  assert (one : Forall (holds e)
     (map (fun coordinate : form * nat =>
        match fst coordinate with
        | Form ts c =>
            Equal (((-1)%Z, snd coordinate) ::
                   map (fun t : term => (fst t, nth (snd t) names (nothing m))) ts) c
        end) (combine part p)) <->
     Forall2 (fun f n => worth (at_ (map e names)) f = Z.of_N n) part (map e p)).
  { assert (len : length p = length part) by congruence. clear - len zero.
    revert p len. induction part as [|f part IHp]; intros p len;
      (destruct p as [|y p]; [try discriminate|try discriminate]).
    - split; constructor.
    - cbn [combine map fst snd]. rewrite Forall_cons_iff, IHp by (cbn in len; lia).
      destruct f as [ts c].
      assert (here : holds e
        (Equal (((-1)%Z, y) :: map (fun t : term => (fst t, nth (snd t) names (nothing m))) ts) c)
        <-> worth (at_ (map e names)) (Form ts c) = Z.of_N (e y)).
      { cbn [holds linear worth]. rewrite (linear_rename (fun i => nth i names (nothing m))).
        rewrite (linear_same (fun i => e (nth i names (nothing m))) (at_ (map e names))); [lia|].
        intro i. unfold at_. rewrite <- zero. symmetry. apply map_nth. }
      rewrite here. split.
      + intros [h t]. now constructor.
      + intro all. inversion all. auto. }
  rewrite one. split.
  - intros [h t]. now constructor.
  - intro all. inversion all. auto.
Qed.

Lemma legal_spec m e :
  e (nothing m) = 0%N -> target_fits m = true ->
  Forall (holds e) (legal m) <->
  Forall2 (Forall2 (fun f n => worth (at_ (map e (xs ++ chosen_names m))) f = Z.of_N n))
    (target m) (map (map e) (part_names m)) /\
  holds (at_ (map e (xs ++ chosen_names m))) (guard m).
Proof.
  intros zero fits. unfold legal. rewrite Forall_app, equations_spec by assumption.
  rewrite Forall_cons_iff, holds_of by assumption. intuition.
Qed.

Lemma reached_spec m e :
  e (nothing m) = 0%N -> target_fits m = true ->
  holds e (reached m) <->
  nimsum (e (S d) :: map e (value_names m)) = 0%N /\
  (Forall2 (Forall2 (fun f n => worth (at_ (map e (xs ++ chosen_names m))) f = Z.of_N n))
    (target m) (map (map e) (part_names m)) /\
   holds (at_ (map e (xs ++ chosen_names m))) (guard m)) /\
  Forall2 (fun t v => holds (at_ (t ++ [v])) law)
    (map (map e) (part_names m)) (map e (value_names m)) /\
  Forall (fun t => holds (at_ t) (domain r)) (map (map e) (part_names m)).
Proof.
  intros zero fits. unfold reached. rewrite conjunction_spec, Forall_cons_iff.
  cbn [holds map]. rewrite !Forall_app, legal_spec by assumption.
  assert (laws : Forall (holds e)
     (map (fun p : list nat * nat => of (nothing m) (fst p ++ [snd p]) law)
        (combine (part_names m) (value_names m))) <->
     Forall2 (fun t v => holds (at_ (t ++ [v])) law)
       (map (map e) (part_names m)) (map e (value_names m))).
  { assert (len : length (part_names m) = length (value_names m)).
    { unfold part_names, value_names. now rewrite tuples_length, seq_length. }
    revert len. generalize (value_names m) as vs. induction (part_names m) as [|p ps IH];
      intros vs len; (destruct vs as [|v vs]; [try discriminate|try discriminate]).
    - split; constructor.
    - cbn [combine map fst snd]. rewrite Forall_cons_iff, IH by (cbn in len; lia).
      rewrite holds_of by assumption. rewrite map_app. cbn [map]. split.
      + intros [h t]. now constructor.
      + intro all. inversion all. auto. }
  assert (domains : Forall (holds e) (map (fun names => of (nothing m) names (domain r)) (part_names m))
     <-> Forall (fun t => holds (at_ t) (domain r)) (map (map e) (part_names m))).
  { clear laws. induction (part_names m) as [|p ps IH]; [split; constructor|].
    cbn [map]. rewrite !Forall_cons_iff, IH, holds_of by assumption. reflexivity. }
  rewrite laws, domains. reflexivity.
Qed.

(** All numbers of a move and its option, one after the other. *)
Definition numbers (x : list N) (v u : N) (chosen : list N) (o : list (list N)) (values : list N) : list N :=
  x ++ [v; u] ++ chosen ++ concat o ++ values.

Lemma concat_length (o : list (list N)) :
  Forall (fun t => length t = d) o -> length (concat o) = length o * d.
Proof. induction 1 as [|t o len all IH]; cbn; [reflexivity|]. rewrite app_length. lia. Qed.

Lemma numbers_spec m x v u chosen o values :
  length x = d -> length chosen = binders m ->
  Forall (fun t => length t = d) o -> length o = length (target m) ->
  length values <= length (target m) ->
  let e := at_ (numbers x v u chosen o values) in
  map e xs = x /\ e d = v /\ e (S d) = u /\ map e (chosen_names m) = chosen /\
  map (map e) (part_names m) = o /\
  (length values = length (target m) -> map e (value_names m) = values) /\
  e (nothing m) = 0%N.
Proof.
  intros len_x len_c len_t len_o len_v e. unfold e, numbers.
  split; [|split; [|split; [|split; [|split; [|split]]]]].
  - pose proof (map_at x [] ([v; u] ++ chosen ++ concat o ++ values)) as here.
    cbn [app length] in here. rewrite len_x in here. exact here.
  - unfold at_. rewrite app_nth2 by lia. replace (d - length x) with 0 by lia. reflexivity.
  - unfold at_. rewrite app_nth2 by lia. replace (S d - length x) with 1 by lia. reflexivity.
  - pose proof (map_at chosen (x ++ [v; u]) (concat o ++ values)) as here.
    rewrite app_length, <- app_assoc in here. cbn [length] in here.
    rewrite len_x, len_c in here. exact here.
  - pose proof (map_tuples d o (x ++ [v; u] ++ chosen) values len_t) as here.
    rewrite !app_length, <- !app_assoc in here. cbn [length app] in here.
    unfold part_names. rewrite len_x, len_c, len_o in here.
    replace (d + 2 + binders m) with (d + (S (S (binders m)))) by lia. exact here.
  - intro full.
    pose proof (map_at values (x ++ [v; u] ++ chosen ++ concat o) []) as here.
    rewrite app_nil_r, !app_length, concat_length, <- !app_assoc in here by assumption.
    cbn [length app] in here. unfold value_names, first_value.
    rewrite len_x, len_c, len_o, full in here.
    replace (d + 2 + binders m + length (target m) * d)
      with (d + S (S (binders m + length (target m) * d))) by lia. exact here.
  - unfold at_. apply nth_overflow. rewrite !app_length, concat_length by assumption.
    cbn [length]. unfold nothing, first_value. rewrite len_o. lia.
Qed.

Lemma numbers_only b1 b2 x v u rest k :
  length x = d -> (b1 = false -> v = 0%N) -> (b2 = false -> u = 0%N) -> length rest <= k ->
  only (seen_x ++ [b1; b2] ++ repeat true k) (at_ (x ++ [v; u] ++ rest)).
Proof.
  intros len_x zero1 zero2 short i out. unfold at_, seen_x in *.
  destruct (Nat.lt_ge_cases i d) as [inside|outside].
  - rewrite app_nth1 in out by (rewrite repeat_length; lia).
    rewrite (nth_indep _ false true) in out by (rewrite repeat_length; lia).
    rewrite nth_repeat in out. discriminate.
  - rewrite app_nth2 in out by (rewrite repeat_length; lia). rewrite repeat_length in out.
    rewrite app_nth2 by lia. rewrite len_x.
    destruct (i - d) as [|[|j]]; cbn [app nth] in *; auto.
    destruct (Nat.lt_ge_cases j k) as [inside|beyond].
    + rewrite (nth_indep _ false true) in out by (rewrite repeat_length; lia).
      rewrite nth_repeat in out. discriminate.
    + apply nth_overflow. lia.
Qed.

Lemma Forall2_length {S T} (rel : S -> T -> Prop) x y : Forall2 rel x y -> length x = length y.
Proof. induction 1; cbn; congruence. Qed.

Lemma found_nothing e : ~ found e [].
Proof. intros (h & f & [] & _). Qed.

Lemma linear_app e ts us : linear e (ts ++ us) = (linear e ts + linear e us)%Z.
Proof. induction ts as [|[f i] ts IH]; cbn [linear app]; [reflexivity|]. rewrite IH. lia. Qed.

Lemma linear_sum e w names :
  linear e (map (fun i => (w, i)) names) = (w * Z.of_N (sum (map e names)))%Z.
Proof.
  induction names as [|i names IH]; cbn [linear map sum fold_right]; [lia|].
  fold (sum (map e names)). rewrite IH. lia.
Qed.

Lemma no_smaller_spec e names :
  order_fits = true -> length names = d ->
  smaller ord (map e names) (map e xs) \/ holds e (no_smaller names).
Proof.
  unfold order_fits, no_smaller. intros fits len. destruct ord as [|by_].
  - cbn [smaller holds]. rewrite linear_app, !linear_sum.
    destruct (N.lt_ge_cases (sum (map e names)) (sum (map e xs))); [left; assumption|right; lia].
  - cbn [smaller]. induction by_ as [|i by_ IH]; cbn [lex fold_right holds linear]; [now right|].
    cbn [forallb] in fits. apply andb_true_iff in fits. destruct fits as [here later].
    apply Nat.ltb_lt in here. specialize (IH later).
    assert (at_ (map e xs) i = e i) as ->.
    { unfold at_, xs. rewrite (nth_indep _ 0%N (e 0)) by (rewrite map_length, seq_length; lia).
      rewrite map_nth, seq_nth by lia. reflexivity. }
    assert (at_ (map e names) i = e (nth i names (S d))) as ->.
    { unfold at_. rewrite (nth_indep _ 0%N (e (S d))) by (rewrite map_length; lia).
      apply map_nth. }
    set (y := e (nth i names (S d))).
    destruct (N.lt_trichotomy y (e i)) as [less|[same|more]].
    + left. now left.
    + destruct IH as [less|not]; [left; right; auto|right; right]. split; [lia|assumption].
    + right. left. lia.
Qed.

Section Checked.
Hypothesis all_fit : forallb target_fits (moves r) = true.
Hypothesis orders : order_fits = true.

Lemma fits m : In m (moves r) -> target_fits m = true.
Proof. rewrite forallb_forall in all_fit. apply all_fit. Qed.

Lemma positions_fit l : Forall (position r) l -> Forall (fun t => length t = d) l.
Proof. apply Forall_impl. intros t [len _]. exact len. Qed.

Lemma order_sound x o y :
  check_order = true -> leads r x o -> In y o -> smaller ord y x.
Proof.
  intros checked (pos & m & chosen & known & len_c & guarded & aims & parts) inside.
  pose proof (positions_fit o parts) as len_t.
  pose proof (Forall2_length _ _ _ aims) as len_o.
  destruct (numbers_spec m x 0 0 chosen o []) as (ex & _ & _ & ec & et & _ & ez);
    try assumption; [apply pos|congruence|cbn; lia|].
  set (e := at_ (numbers x 0 0 chosen o [])) in *.
  unfold check_order in checked. rewrite forallb_forall in checked.
  specialize (checked m known). rewrite forallb_forall in checked.
  rewrite <- et in inside. apply in_map_iff in inside. destruct inside as (names & <- & inside).
  specialize (checked names inside).
  assert (len : length names = d).
  { rewrite <- et in len_t. rewrite Forall_forall in len_t.
    rewrite <- (map_length e). apply len_t. now apply in_map. }
  destruct (no_smaller_spec e names orders len) as [less|not]; [now rewrite ex in less|].
  exfalso. apply (found_nothing e). apply (valid_spec _ _ _ checked).
  - apply numbers_only; try easy; [apply pos|].
    rewrite !app_length, concat_length by assumption. cbn. rewrite <- len_o. lia.
  - apply conjunction_spec. apply Forall_app. split; [|now repeat constructor].
    apply legal_spec; [assumption|now apply fits|].
    rewrite map_app, ex, ec, et. split; assumption.
Qed.

Lemma play_ends : check_order = true -> well_founded (part_of_option (list N) (leads r)).
Proof.
  intro checked. apply (wf_incl _ _ (smaller ord)); [|apply smaller_well_founded].
  intros y x (o & step & inside). now apply (order_sound x o y).
Qed.

Lemma only_x x : length x = d -> only seen_x (at_ x).
Proof.
  intros len i out. unfold seen_x, at_ in *. apply nth_overflow.
  destruct (Nat.lt_ge_cases i d) as [inside|]; [|lia].
  rewrite (nth_indep _ false true) in out by (rewrite repeat_length; lia).
  rewrite nth_repeat in out. discriminate.
Qed.

Lemma map_xs x tail : length x = d -> map (at_ (x ++ tail)) xs = x.
Proof.
  intro len. pose proof (map_at x [] tail) as here. cbn [app length] in here.
  rewrite len in here. exact here.
Qed.

Lemma total_sound x : check_total = true -> position r x -> exists v, says x v.
Proof.
  intros checked pos. destruct pos as [len dom].
  assert (ex : map (at_ x) xs = x).
  { pose proof (map_xs x [] len) as here. now rewrite app_nil_r in here. }
  unfold check_total in checked.
  destruct (valid_spec _ _ _ checked (at_ x)) as (h & f & [same|[]] & y & holding).
  - now apply only_x.
  - apply holds_of; [|now rewrite ex]. unfold at_. apply nth_overflow. fold d in len. lia.
  - injection same as <- <-. exists (y d).
    split; [split; assumption|].
    apply holds_of in holding.
    + rewrite map_app in holding. cbn [map] in holding.
      replace (map (merge (repeat false d ++ [true]) (at_ x) y) xs) with x in holding.
      * replace (merge (repeat false d ++ [true]) (at_ x) y d) with (y d) in holding; [assumption|].
        unfold merge. rewrite app_nth2 by (rewrite repeat_length; lia).
        rewrite repeat_length, Nat.sub_diag. reflexivity.
      * rewrite <- ex at 1. apply map_ext_in. intros i inside. apply in_seq in inside.
        unfold merge. rewrite app_nth1 by (rewrite repeat_length; lia).
        now rewrite nth_repeat.
    + unfold merge. rewrite app_nth2 by (rewrite repeat_length; lia).
      rewrite repeat_length. replace (S d - d) with 1 by lia. cbn.
      unfold at_. apply nth_overflow. fold d in len. lia.
Qed.

(** x, then two values. *)
Lemma two_values x v u :
  length x = d ->
  let e := at_ (x ++ [v; u]) in
  map e xs = x /\ e d = v /\ e (S d) = u /\ e (S (S d)) = 0%N /\
  only (seen_x ++ [true; true]) e.
Proof.
  intros len e. unfold e. split; [now apply map_xs|].
  split; [|split; [|split]].
  - unfold at_. rewrite app_nth2 by lia. replace (d - length x) with 0 by lia. reflexivity.
  - unfold at_. rewrite app_nth2 by lia. replace (S d - length x) with 1 by lia. reflexivity.
  - unfold at_. apply nth_overflow. rewrite app_length. cbn. lia.
  - apply (numbers_only true true x v u [] 0); try easy.
Qed.

Lemma single_sound x v u : check_single = true -> says x v -> says x u -> v = u.
Proof.
  intros checked. unfold check_single in checked.
  assert (none : forall v u, says x v -> says x u -> ~ (v < u)%N).
  { clear v u. intros v u [pos sv] [_ su] less.
    destruct (two_values x v u) as (ex & ev & eu & ez & only_e); [apply pos|].
    apply (found_nothing (at_ (x ++ [v; u]))).
    apply (valid_spec _ _ _ checked); [assumption|].
    apply conjunction_spec. repeat constructor.
    - cbn [holds linear]. rewrite ev, eu. lia.
    - apply holds_of; [assumption|]. rewrite map_app. cbn [map]. now rewrite ex, ev.
    - apply holds_of; [assumption|]. rewrite map_app. cbn [map]. now rewrite ex, eu.
    - apply holds_of; [assumption|]. rewrite ex. apply pos. }
  intros sv su. destruct (N.lt_trichotomy v u) as [less|[same|less]]; [|assumption|];
    exfalso; [apply (none v u)|apply (none u v)]; assumption.
Qed.

Lemma Forall2_says o values : Forall2 says o values ->
  Forall2 (fun t v => holds (at_ (t ++ [v])) law) o values.
Proof. induction 1 as [|t v o values [_ here] _ IH]; constructor; assumption. Qed.

Lemma differs_sound x v o values :
  check_differs = true -> says x v -> leads r x o -> Forall2 says o values ->
  nimsum values <> v.
Proof.
  intros checked [pos sv] (_ & m & chosen & known & len_c & guarded & aims & parts) all equal.
  pose proof (positions_fit o parts) as len_t.
  pose proof (Forall2_length _ _ _ aims) as len_o.
  pose proof (Forall2_length _ _ _ all) as len_v.
  assert (full : length values = length (target m)) by congruence.
  destruct (numbers_spec m x 0 v chosen o values) as (ex & _ & eu & ec & et & ew & ez);
    try assumption; [apply pos|congruence|lia|]. specialize (ew full).
  set (e := at_ (numbers x 0 v chosen o values)) in *.
  unfold check_differs in checked. rewrite forallb_forall in checked.
  specialize (checked m known).
  apply (found_nothing e). apply (valid_spec _ _ _ checked).
  - apply numbers_only; try easy; [apply pos|].
    rewrite !app_length, concat_length by assumption. rewrite <- len_o, full, len_c. lia.
  - split.
    + apply holds_of; [assumption|]. rewrite map_app. cbn [map]. now rewrite ex, eu.
    + apply reached_spec; [assumption|now apply fits|].
      rewrite !map_app, ex, eu, ec, et, ew. cbn [nimsum fold_right]. fold (nimsum values).
      split; [rewrite equal; apply N.lxor_nilpotent|]. split; [split; assumption|]. split.
      * now apply Forall2_says.
      * revert parts. apply Forall_impl. intros t [_ here]. exact here.
Qed.

Lemma reaches_sound x v u :
  check_reaches = true -> check_total = true -> says x v -> (u < v)%N ->
  exists o values, leads r x o /\ Forall2 says o values /\ nimsum values = u.
Proof.
  intros checked total [pos sv] less. unfold check_reaches in checked.
  destruct (two_values x v u) as (ex & ev & eu & ez & only_e); [apply pos|].
  set (e := at_ (x ++ [v; u])) in *.
  destruct (valid_spec _ _ _ checked e only_e) as (h & f & inside & y & holding).
  { apply conjunction_spec. repeat constructor.
    - cbn [holds linear]. rewrite ev, eu. lia.
    - apply holds_of; [assumption|]. rewrite map_app. cbn [map]. now rewrite ex, ev.
    - apply holds_of; [assumption|]. rewrite ex. apply pos. }
  apply in_map_iff in inside. destruct inside as (m & same & known).
  injection same as <- <-. set (e' := merge (hidden_move m) e y) in *.
  assert (seen : forall i, i < d + 2 -> e' i = e i).
  { intros i early. unfold e', merge, hidden_move.
    rewrite app_nth1 by (rewrite repeat_length; lia). now rewrite nth_repeat. }
  assert (ez' : e' (nothing m) = 0%N).
  { unfold e', merge, hidden_move, nothing, first_value.
    rewrite (nth_overflow (repeat false (d + 2) ++ _))
      by (rewrite app_length, !repeat_length; lia).
    unfold e, at_. apply nth_overflow. rewrite app_length. cbn [length].
    destruct pos as [len _]. fold d in len. lia. }
  assert (ex' : map e' xs = x).
  { rewrite <- ex. apply map_ext_in. intros i inside. apply in_seq in inside.
    apply seen. lia. }
  apply reached_spec in holding; [|assumption|now apply fits].
  rewrite map_app, ex', seen, eu in holding by lia.
  destruct holding as (xored & (aims & guarded) & laws & domains).
  set (o := map (map e') (part_names m)) in *. set (values := map e' (value_names m)) in *.
  assert (parts : Forall (position r) o).
  { apply Forall_forall. intros t inside. split.
    - unfold o in inside. apply in_map_iff in inside. destruct inside as (names & <- & inside).
      rewrite map_length. fold d. unfold part_names in inside. revert inside.
      generalize (d + 2 + binders m) as first.
      induction (length (target m)) as [|n IH]; intros first []; [|eapply IH; eassumption].
      subst names. apply seq_length.
    - rewrite Forall_forall in domains. now apply domains. }
  exists o, values. split; [|split].
  - split; [assumption|]. exists m, (map e' (chosen_names m)). split; [assumption|].
    split; [unfold chosen_names; now rewrite map_length, seq_length|].
    split; [assumption|]. split; assumption.
  - clear - parts laws. revert laws. generalize values as vs. clear values.
    induction parts as [|t o pos parts IH]; intros vs laws; inversion laws; subst;
      constructor; [split; assumption|]. now apply IH.
  - cbn [nimsum fold_right] in xored. fold (nimsum values) in xored.
    symmetry. now apply N.lxor_eq.
Qed.

Lemma loses_spec m e :
  e (nothing m) = 0%N -> target_fits m = true ->
  holds e (loses m) <->
  (Forall2 (Forall2 (fun f n => worth (at_ (map e (xs ++ chosen_names m))) f = Z.of_N n))
    (target m) (map (map e) (part_names m)) /\
   holds (at_ (map e (xs ++ chosen_names m))) (guard m)) /\
  Forall (fun t => holds (at_ t) law) (map (map e) (part_names m)) /\
  Forall (fun t => holds (at_ t) (domain r)) (map (map e) (part_names m)).
Proof.
  intros zero fit. unfold loses.
  rewrite conjunction_spec, !Forall_app, legal_spec by assumption.
  assert (each : forall f,
    Forall (holds e) (map (fun names => of (nothing m) names f) (part_names m))
    <-> Forall (fun t => holds (at_ t) f) (map (map e) (part_names m))).
  { intro f. induction (part_names m) as [|p ps IH]; [split; constructor|].
    cbn [map]. rewrite !Forall_cons_iff, IH, holds_of by assumption. reflexivity. }
  rewrite !each. reflexivity.
Qed.

Lemma part_names_length m names : In names (part_names m) -> length names = d.
Proof.
  unfold part_names. generalize (d + 2 + binders m) as first.
  induction (length (target m)) as [|n IH]; intros first []; [|eapply IH; eassumption].
  subst names. apply seq_length.
Qed.

Section Lost.
Hypothesis single_parts : forallb one_part (moves r) = true.

Lemma single_option x o : leads r x o -> exists y, o = [y] /\ position r y.
Proof.
  intros (_ & m & chosen & known & _ & _ & aims & parts).
  rewrite forallb_forall in single_parts. specialize (single_parts m known).
  apply Nat.eqb_eq in single_parts. apply Forall2_length in aims.
  destruct o as [|y [|z o]]; cbn in aims; try lia.
  exists y. split; [reflexivity|]. now inversion parts.
Qed.

Lemma none_lost_sound x y :
  check_none_lost = true -> holds (at_ x) law -> leads r x [y] -> ~ holds (at_ y) law.
Proof.
  intros checked px (pos & m & chosen & known & len_c & guarded & aims & parts) py.
  unfold check_none_lost in checked. rewrite forallb_forall in checked.
  specialize (checked m known).
  pose proof (positions_fit [y] parts) as len_t.
  pose proof (Forall2_length _ _ _ aims) as len_o.
  destruct (numbers_spec m x 0 0 chosen [y] []) as (ex & _ & _ & ec & et & _ & ez);
    try assumption; [apply pos|congruence|cbn; lia|].
  set (e := at_ (numbers x 0 0 chosen [y] [])) in *.
  apply (found_nothing e). apply (valid_spec _ _ _ checked).
  - apply numbers_only; try easy; [apply pos|].
    rewrite !app_length, concat_length by assumption. cbn [length] in *. rewrite len_o. lia.
  - split.
    + apply holds_of; [assumption|]. now rewrite ex.
    + apply loses_spec; [assumption|now apply fits|].
      rewrite !map_app, ex, ec, et. split; [split; assumption|]. split.
      * now repeat constructor.
      * revert parts. apply Forall_impl. intros t [_ here]. exact here.
Qed.

Lemma some_lost_sound x :
  check_some_lost = true -> position r x ->
  holds (at_ x) law \/ exists y, leads r x [y] /\ holds (at_ y) law.
Proof.
  intros checked pos. pose proof pos as [len dom]. unfold check_some_lost in checked.
  assert (ex : map (at_ x) xs = x).
  { pose proof (map_xs x [] len) as here. now rewrite app_nil_r in here. }
  assert (beyond : forall i, d <= i -> at_ x i = 0%N).
  { intros i far. unfold at_. apply nth_overflow. fold d in len. lia. }
  destruct (valid_spec _ _ _ checked (at_ x)) as (h & f & inside & y & holding).
  - now apply only_x.
  - apply holds_of; [|now rewrite ex]. apply beyond. lia.
  - destruct inside as [same|inside].
    + left. injection same as <- <-. apply holds_of in holding.
      * replace (map (merge [] (at_ x) y) xs) with x in holding; [assumption|].
        rewrite <- ex at 1. apply map_ext. intro i. unfold merge. now destruct i.
      * unfold merge. cbn. apply beyond. lia.
    + right. apply in_map_iff in inside. destruct inside as (m & same & known).
      injection same as <- <-. set (e := merge (hidden_target m) (at_ x) y) in *.
      assert (ex' : map e xs = x).
      { rewrite <- ex. apply map_ext_in. intros i inside. apply in_seq in inside.
        unfold e, merge, hidden_target.
        rewrite app_nth1 by (rewrite repeat_length; lia). now rewrite nth_repeat. }
      assert (ez : e (nothing m) = 0%N).
      { unfold e, merge, hidden_target, nothing, first_value.
        rewrite (nth_overflow (repeat false (d + 2) ++ _))
          by (rewrite app_length, !repeat_length; lia).
        apply beyond. lia. }
      apply loses_spec in holding; [|assumption|now apply fits].
      rewrite map_app, ex' in holding.
      destruct holding as ((aims & guarded) & laws & domains).
      set (o := map (map e) (part_names m)) in *.
      assert (step : leads r x o).
      { split; [assumption|]. exists m, (map e (chosen_names m)). split; [assumption|].
        split; [unfold chosen_names; now rewrite map_length, seq_length|].
        split; [assumption|]. split; [assumption|].
        apply Forall_forall. intros t inside. split.
        - unfold o in inside. apply in_map_iff in inside. destruct inside as (names & <- & inside).
          rewrite map_length. fold d. now apply (part_names_length m).
        - rewrite Forall_forall in domains. now apply domains. }
      destruct (single_option x o step) as (z & shape & _).
      exists z. rewrite shape in *. split; [assumption|]. now inversion laws.
Qed.

Lemma lost_sound x :
  check_order = true -> check_none_lost = true -> check_some_lost = true -> position r x ->
  (lost (list N) (leads r) [x] <-> holds (at_ x) law).
Proof.
  intros falls none some.
  assert (all : forall x, position r x ->
    (holds (at_ x) law -> lost (list N) (leads r) [x]) /\
    (holds (at_ x) law \/ won (list N) (leads r) [x])).
  { clear x. intro x. induction (play_ends falls x) as [x _ IH]. intro pos. split.
    - intro px. constructor. intros t step. apply move_single in step.
      destruct (single_option x t step) as (y & -> & pos_y).
      destruct (IH y) as [_ [py|wins]]; [|assumption| |assumption].
      + exists [y]. split; [assumption|now left].
      + destruct (none_lost_sound x y none px step py).
    - destruct (some_lost_sound x some pos) as [px|(y & step & py)]; [now left|right].
      apply (won_intro _ _ _ [y]); [now apply move_single|].
      destruct (single_option x [y] step) as (y' & same & pos_y). injection same as <-.
      destruct (IH y) as [loses_ _]; [|assumption|now apply loses_].
      exists [y]. split; [assumption|now left]. }
  intro pos. destruct (all x pos) as [loses_ either]. split; [|assumption].
  intro losing. destruct either as [|wins]; [assumption|].
  destruct (not_both _ _ [x] losing wins).
Qed.
End Lost.
End Checked.
End Game.
End WithAutomaton.

(** * The theorems *)

Section Theorems.
Variable a : automaton.
Variable r : rules.
Variable law : formula.
Variable ord : order.
Hypothesis checked : check a r law ord = true.

Lemma each :
  padded a = true /\ order_fits r ord = true /\ forallb (target_fits r) (moves r) = true /\
  check_order a r ord = true /\ check_total a r law = true /\ check_single a r law = true /\
  check_differs a r law = true /\ check_reaches a r law = true.
Proof.
  unfold check in checked. rewrite !andb_true_iff in checked.
  destruct checked as (((((((p1 & p2) & p3) & p4) & p5) & p6) & p7) & p8).
  exact (conj p1 (conj p2 (conj p3 (conj p4 (conj p5 (conj p6 (conj p7 p8))))))).
Qed.

(** Play ends. *)
Theorem checked_ends : well_founded (part_of_option (list N) (leads a r)).
Proof.
  destruct each as (pad & fit_o & fit & order_ & _).
  exact (play_ends a pad r ord fit fit_o order_).
Qed.

(** Every position has exactly one value by the law. *)
Theorem checked_function x :
  position a r x -> exists v, says a r law x v /\ forall u, says a r law x u -> u = v.
Proof.
  destruct each as (pad & _ & _ & _ & total & single & _).
  intro pos. destruct (total_sound a pad r law x total pos) as (v & here).
  exists v. split; [assumption|]. intros u there.
  exact (single_sound a pad r law x u v single there here).
Qed.

Lemma mex_rule :
  (forall x v o, says a r law x v -> leads a r x o -> exists values, Forall2 (says a r law) o values) /\
  (forall x v o values, says a r law x v -> leads a r x o ->
     Forall2 (says a r law) o values -> nimsum values <> v) /\
  (forall x v u, says a r law x v -> (u < v)%N ->
     exists o values, leads a r x o /\ Forall2 (says a r law) o values /\ nimsum values = u).
Proof.
  destruct each as (pad & fit_o & fit & order_ & total & single & differs & reaches).
  split; [|split].
  - intros x v o _ (_ & m & chosen & _ & _ & _ & _ & parts).
    induction parts as [|t o pos parts (values & IH)]; [now exists []|].
    destruct (total_sound a pad r law t total pos) as (w & here).
    exists (w :: values). now constructor.
  - intros x v o values. exact (differs_sound a pad r law fit x v o values differs).
  - intros x v u. exact (reaches_sound a pad r law fit x v u reaches total).
Qed.

(** It is the Grundy value. *)
Theorem checked_grundy x v :
  position a r x -> (grundy (list N) (leads a r) x v <-> holds a (at_ (x ++ [v])) law).
Proof.
  intro pos. destruct mex_rule as (valued & differs & reaches).
  pose proof (law_is_grundy (list N) (leads a r) checked_ends (says a r law) valued differs reaches)
    as is_grundy.
  split.
  - intro value. destruct (checked_function x pos) as (w & here & _).
    rewrite (grundy_unique _ _ checked_ends x v w value (is_grundy x w here)). apply here.
  - intro here. apply is_grundy. split; assumption.
Qed.

(** A sum of positions is lost exactly if the nim sum of the values is 0. *)
Theorem checked_lost s values :
  Forall2 (fun x v => position a r x /\ holds a (at_ (x ++ [v])) law) s values ->
  (lost (list N) (leads a r) s <-> nimsum values = 0%N).
Proof.
  destruct mex_rule as (valued & differs & reaches).
  exact (lost_iff_nimsum_0 (list N) (leads a r) checked_ends (says a r law) valued differs reaches
    s values).
Qed.
End Theorems.

(** A claim about the lost positions alone, of a game whose options are single
    positions. *)
Theorem checked_lost_positions a r law ord :
  check_lost a r law ord = true ->
  forall x, position a r x ->
  (lost (list N) (leads a r) [x] <-> holds a (at_ x) law).
Proof.
  unfold check_lost. intro checked. rewrite !andb_true_iff in checked.
  destruct checked as ((((((pad & fit_o) & fit) & one) & falls) & none) & some).
  intro x. exact (lost_sound a pad r law ord fit fit_o one x falls none some).
Qed.

(** * Closed forms *)

(** A law as a person writes it: linear forms and nim sums, chosen by
    comparisons and remainders. *)
Inductive test :=
| IsZero (f : form)
| IsAtMostZero (f : form)
| IsResidue (f : form) (m rest : Z)
| Both (s t : test)
| Either (s t : test).

Inductive closed_form :=
| Linear (f : form)
| Nimsum (is : list nat)
| Residue (f : form) (each : list closed_form)
| Case (t : test) (yes no : closed_form).

Fixpoint passes (e : env) (t : test) : bool :=
  match t with
  | IsZero f => (worth e f =? 0)%Z
  | IsAtMostZero f => (worth e f <=? 0)%Z
  | IsResidue f m rest => ((0 <=? rest) && (rest <? m) && (worth e f mod m =? rest))%Z
  | Both s t => passes e s && passes e t
  | Either s t => passes e s || passes e t
  end.

(** What the law gives: [Residue] chooses by the remainder modulo the length of
    the list. *)
Fixpoint gives (e : env) (c : closed_form) : Z :=
  match c with
  | Linear f => worth e f
  | Nimsum is => Z.of_N (nimsum (map e is))
  | Residue f each =>
      nth (Z.to_nat (worth e f mod Z.of_nat (length each))) (map (gives e) each) (-1)%Z
  | Case t yes no => if passes e t then gives e yes else gives e no
  end.

Definition less_rest (f : form) (m rest : Z) : formula :=
  match f with Form ts c => Divides m 1 ts (c - rest) end.

Fixpoint as_formula (t : test) : formula :=
  match t with
  | IsZero (Form ts c) => Equal ts c
  | IsAtMostZero (Form ts c) => AtMost ts c
  | IsResidue f m rest => if ((0 <=? rest) && (rest <? m))%Z then less_rest f m rest else No
  | Both s t => And (as_formula s) (as_formula t)
  | Either s t => Or (as_formula s) (as_formula t)
  end.

(** The number v is what the law gives. *)
Fixpoint graph (v : nat) (c : closed_form) : formula :=
  match c with
  | Linear (Form ts c) => Equal (((-1)%Z, v) :: ts) c
  | Nimsum is => XorZero (v :: is)
  | Residue f each =>
      (fix cases (k : nat) (l : list closed_form) : formula :=
         match l with
         | [] => No
         | c :: l => Or (And (less_rest f (Z.of_nat (length each)) (Z.of_nat k)) (graph v c))
                        (cases (S k) l)
         end) 0 each
  | Case t yes no =>
      Or (And (as_formula t) (graph v yes)) (And (Not (as_formula t)) (graph v no))
  end.

Section ClosedForms.
Variable a : automaton.

Lemma less_rest_spec e f m rest :
  (0 <= rest < m)%Z -> holds a e (less_rest f m rest) <-> (worth e f mod m = rest)%Z.
Proof.
  intro range. destruct f as [ts c]. cbn [less_rest holds worth].
  set (s := linear e ts). split.
  - intros (q & e0). symmetry. apply (Z.mod_unique _ _ q); [left; assumption|lia].
  - intro here. exists ((s + c) / m)%Z. pose proof (Z.div_mod (s + c) m). lia.
Qed.

Lemma as_formula_spec e t : holds a e (as_formula t) <-> passes e t = true.
Proof.
  induction t as [[ts c]|[ts c]|f m rest|s IHs t IHt|s IHs t IHt]; cbn [as_formula passes].
  - cbn [holds worth]. now rewrite Z.eqb_eq.
  - cbn [holds worth]. now rewrite Z.leb_le.
  - destruct ((0 <=? rest) && (rest <? m))%Z eqn:range.
    + apply andb_true_iff in range. destruct range as [low high].
      apply Z.leb_le in low. apply Z.ltb_lt in high.
      rewrite less_rest_spec by lia. now rewrite andb_true_l, Z.eqb_eq.
    + cbn. split; [easy|discriminate].
  - cbn [holds]. now rewrite IHs, IHt, andb_true_iff.
  - cbn [holds]. now rewrite IHs, IHt, orb_true_iff.
Qed.

(** ** Induction over closed forms and the lists in them *)
Section Induction.
  Variable P : closed_form -> Prop.
  Hypothesis linear_case : forall f, P (Linear f).
  Hypothesis nimsum_case : forall is, P (Nimsum is).
  Hypothesis residue_case : forall f each, Forall P each -> P (Residue f each).
  Hypothesis case_case : forall t yes no, P yes -> P no -> P (Case t yes no).
  Fixpoint closed_form_all (c : closed_form) : P c :=
    match c with
    | Linear f => linear_case f
    | Nimsum is => nimsum_case is
    | Residue f each =>
        residue_case f each
          ((fix all (l : list closed_form) : Forall P l :=
              match l with
              | [] => Forall_nil P
              | c :: l => Forall_cons c (closed_form_all c) (all l)
              end) each)
    | Case t yes no => case_case t yes no (closed_form_all yes) (closed_form_all no)
    end.
End Induction.

Lemma graph_spec e v c : holds a e (graph v c) <-> Z.of_N (e v) = gives e c.
Proof.
  induction c as [[ts c]|is|f each IH|t yes no IHy IHn] using closed_form_all.
  - cbn [graph holds linear gives worth]. lia.
  - cbn [graph holds gives map nimsum fold_right]. fold (nimsum (map e is)). split.
    + intro zero. apply N.lxor_eq in zero. now rewrite zero.
    + intro same. apply N2Z.inj in same. rewrite same. apply N.lxor_nilpotent.
  - cbn [graph gives]. set (m := Z.of_nat (length each)).
    set (x := (worth e f mod m)%Z).
    assert (cases : forall l k, Forall (fun c => holds a e (graph v c) <-> Z.of_N (e v) = gives e c) l ->
      k + length l = length each -> (Z.of_nat k <= x)%Z \/ l = [] ->
      holds a e ((fix cases (k : nat) (l : list closed_form) : formula :=
         match l with
         | [] => No
         | c :: l => Or (And (less_rest f m (Z.of_nat k)) (graph v c)) (cases (S k) l)
         end) k l) <->
      Z.of_N (e v) = nth (Z.to_nat (x - Z.of_nat k)) (map (gives e) l) (-1)%Z).
    { induction l as [|c l IHl]; intros k all count below.
      - cbn. split; [easy|]. destruct (Z.to_nat (x - Z.of_nat k)); lia.
      - inversion all as [|? ? here later]; subst.
        destruct below as [below|]; [|discriminate]. cbn [length] in count.
        assert (range : (0 <= Z.of_nat k < m)%Z) by (unfold m; lia).
        cbn [holds]. rewrite less_rest_spec by assumption. fold x. rewrite here.
        destruct (Z.eq_dec x (Z.of_nat k)) as [same|other].
        + replace (x - Z.of_nat k)%Z with 0%Z by lia. cbn [Z.to_nat map nth].
          split; [|intro; left; split; assumption].
          intros [[_ equal]|rest]; [assumption|exfalso].
          clear - rest same count.
          assert (none : forall l j, k < j -> j + length l = length each ->
            holds a e ((fix cases (k : nat) (l : list closed_form) : formula :=
              match l with
              | [] => No
              | c :: l => Or (And (less_rest f m (Z.of_nat k)) (graph v c)) (cases (S k) l)
              end) j l) -> False).
          { clear l rest count. induction l as [|c' l IHl]; intros j beyond count holding; [easy|].
            cbn [holds length] in *. destruct holding as [[wrong _]|holding].
            - rewrite less_rest_spec in wrong by (unfold m; lia). fold x in wrong. lia.
            - apply (IHl (S j)); [lia|lia|assumption]. }
          apply (none l (S k)); [lia|lia|assumption].
        + rewrite (IHl (S k)); [|assumption|lia|left; lia].
          replace (Z.to_nat (x - Z.of_nat k)) with (S (Z.to_nat (x - Z.of_nat (S k)))) by lia.
          cbn [map nth]. split; [intros [[wrong _]|]; [lia|assumption]|auto]. }
    rewrite (cases each 0 IH); [|reflexivity|].
    + now rewrite Z.sub_0_r.
    + destruct each as [|c each]; [now right|left].
      assert (0 < m)%Z by (unfold m; cbn [length]; lia).
      pose proof (Z.mod_pos_bound (worth e f) m). unfold x. lia.
  - cbn [graph gives holds]. rewrite IHy, IHn, as_formula_spec.
    destruct (passes e t); intuition congruence.
Qed.
End ClosedForms.

(** Whether two formulas of so many numbers say the same. *)
Definition same_meaning (a : automaton) (count : nat) (f g : formula) : bool :=
  padded a && valid a (repeat true count) f [([], g)] && valid a (repeat true count) g [([], f)].

Theorem same_meaning_spec a count f g :
  same_meaning a count f g = true ->
  forall x, length x = count -> (holds a (at_ x) f <-> holds a (at_ x) g).
Proof.
  unfold same_meaning. intro both. rewrite !andb_true_iff in both.
  destruct both as ((pad & there) & back).
  assert (one : forall f g, valid a (repeat true count) f [([], g)] = true ->
    forall x, length x = count -> holds a (at_ x) f -> holds a (at_ x) g).
  { clear f g there back. intros f g result x len here.
    destruct (valid_spec a pad _ _ _ result (at_ x)) as (h & g' & [same|[]] & y & holding).
    - intros i out. unfold at_. apply nth_overflow.
      destruct (Nat.lt_ge_cases i count) as [inside|]; [|lia].
      rewrite (nth_indep _ false true) in out by (rewrite repeat_length; lia).
      rewrite nth_repeat in out. discriminate.
    - assumption.
    - injection same as <- <-. revert holding. apply holds_same. intro i.
      unfold merge. now destruct i. }
  intros x len. split; now apply one.
Qed.

(** The Grundy value by the closed form. *)
Theorem checked_closed a r law ord c :
  check a r law ord = true ->
  same_meaning a (S (dim r)) law (graph (dim r) c) = true ->
  forall x v, position a r x ->
  (grundy (list N) (leads a r) x v <-> Z.of_N v = gives (at_ (x ++ [v])) c).
Proof.
  intros checked same x v pos. rewrite (checked_grundy a r law ord checked x v pos).
  destruct pos as [len _].
  rewrite (same_meaning_spec _ _ _ _ same)
    by (rewrite app_length; cbn [length]; lia).
  rewrite graph_spec.
  assert (at_ (x ++ [v]) (dim r) = v) as ->; [|reflexivity].
  unfold at_. rewrite app_nth2 by lia. now rewrite len, Nat.sub_diag.
Qed.
