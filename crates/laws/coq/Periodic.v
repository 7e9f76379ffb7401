(** Take-and-break games with finitely many digits: values for ever from
    finitely many.

    A code is the list of its digits d_0, d_1, ...  Bit i of the digit d_k says
    that a player may remove k tokens from a heap and leave what remains as
    exactly i non-empty heaps (Guy and Smith 1956).  If every move removes at
    most k tokens and leaves at most s heaps, n0 >= 1 and
    G(n + p) = G(n) for n0 <= n < s n0 + (s - 1) p + k, then for all n >= n0:
    [periodicity].  [checked] joins this to a computation of the values by
    the mex rule, which the kernel runs. *)

From Coq Require Import NArith Arith List Lia Wellfounded Bool MSetPositive.
From Grundy Require Import Impartial.
Import ListNotations.

Definition code := list N.

Definition total (heaps : list nat) : nat := fold_right Nat.add 0 heaps.

(** The rules.  A heap of n tokens: some k of them are removed, the others are
    left as non-empty heaps, as many as a bit of the digit d_k allows. *)
Definition option (c : code) (n : nat) (o : list nat) : Prop :=
  exists k d,
    nth_error c k = Some d /\
    N.testbit d (N.of_nat (length o)) = true /\
    Forall (fun heap => 0 < heap) o /\
    k + total o = n.

(** Removing nothing must leave two heaps or more. *)
Definition proper (c : code) : bool :=
  match c with
  | [] => true
  | d :: _ => negb (N.testbit d 0) && negb (N.testbit d 1)
  end.

Lemma total_app a b : total (a ++ b) = total a + total b.
Proof. induction a; cbn; [reflexivity|]. fold (total (a0 ++ b)). fold (total a0). lia. Qed.

Lemma total_in heap o : In heap o -> heap <= total o.
Proof.
  induction o as [|x o IH]; cbn; [easy|]. fold (total o).
  intros [->|inside]; [lia|]. specialize (IH inside). lia.
Qed.

Lemma part_less c n o heap :
  proper c = true -> option c n o -> In heap o -> heap < n.
Proof.
  intros ok (k & d & digit & bit & positive & sum) inside.
  pose proof (total_in heap o inside) as most.
  destruct k as [|k]; [|lia].
  destruct c as [|d' c]; [discriminate|]. cbn in digit. injection digit as ->.
  cbn in ok. apply andb_true_iff in ok. destruct ok as [no0 no1].
  destruct o as [|a [|b o]]; cbn [length] in bit.
  - destruct inside.
  - change (N.of_nat 1) with 1%N in bit. rewrite bit in no1. discriminate.
  - inversion positive as [|? ? pa rest]. inversion rest as [|? ? pb rest']. subst.
    cbn in *. fold (total o) in *.
    destruct inside as [<-|[<-|inside]]; [lia|lia|].
    pose proof (total_in heap o inside). lia.
Qed.

Lemma heaps_end c : proper c = true -> well_founded (part_of_option nat (option c)).
Proof.
  intro ok. apply (wf_incl _ _ lt); [|exact lt_wf].
  intros q p (o & step & inside). now apply (part_less c p o).
Qed.

(** * The mex of a list *)

Definition set_of (l : list N) : PositiveSet.t :=
  fold_left (fun s v => PositiveSet.add (N.succ_pos v) s) l PositiveSet.empty.

Lemma set_of_spec l v : PositiveSet.mem (N.succ_pos v) (set_of l) = true <-> In v l.
Proof.
  unfold set_of.
  assert (general : forall l s,
    PositiveSet.mem (N.succ_pos v)
      (fold_left (fun s v => PositiveSet.add (N.succ_pos v) s) l s) = true <->
    In v l \/ PositiveSet.mem (N.succ_pos v) s = true).
  { clear l. induction l as [|x l IH]; intro s; cbn; [intuition|].
    rewrite IH.
    assert (added : PositiveSet.mem (N.succ_pos v) (PositiveSet.add (N.succ_pos x) s) = true
                    <-> v = x \/ PositiveSet.mem (N.succ_pos v) s = true).
    { change (PositiveSet.mem (N.succ_pos v) (PositiveSet.add (N.succ_pos x) s) = true)
        with (PositiveSet.In (N.succ_pos v) (PositiveSet.add (N.succ_pos x) s)).
      rewrite PositiveSet.add_spec.
      assert (same : N.succ_pos v = N.succ_pos x <-> v = x).
      { split; [|congruence]. intro e.
        rewrite <- (N.pos_pred_succ v), <- (N.pos_pred_succ x). now rewrite e. }
      rewrite same. reflexivity. }
    rewrite added. intuition. }
  rewrite general. split; [intros [|bad]; [assumption|discriminate bad]|auto].
Qed.

Fixpoint mex_from (fuel : nat) (v : N) (s : PositiveSet.t) : N :=
  match fuel with
  | O => v
  | S fuel => if PositiveSet.mem (N.succ_pos v) s then mex_from fuel (N.succ v) s else v
  end.

Definition greatest (l : list N) : N := fold_left N.max l 0%N.

(** The least number that is not in the list. *)
Definition mex (l : list N) : N := mex_from (S (N.to_nat (greatest l))) 0 (set_of l).

Lemma greatest_spec l v : In v l -> (v <= greatest l)%N.
Proof.
  unfold greatest.
  assert (general : forall l m, (m <= fold_left N.max l m)%N /\
            (In v l -> (v <= fold_left N.max l m)%N)).
  { clear l. induction l as [|x l IH]; intro m; cbn; [split; [lia|easy]|].
    destruct (IH (N.max m x)) as [below inside]. split; [lia|].
    intros [->|later]; [lia|auto]. }
  apply general.
Qed.

Lemma mex_from_spec l fuel v :
  (forall u, (u < v)%N -> In u l) ->
  (greatest l < v + N.of_nat fuel)%N ->
  let m := mex_from fuel v (set_of l) in
  ~ In m l /\ forall u, (u < m)%N -> In u l.
Proof.
  revert v. induction fuel as [|fuel IH]; intros v below enough; cbn -[N.of_nat] in *.
  - split; [|assumption]. intro inside. apply greatest_spec in inside. lia.
  - destruct (PositiveSet.mem (N.succ_pos v) (set_of l)) eqn:here.
    + apply set_of_spec in here. apply IH.
      * intros u less. destruct (N.eq_dec u v) as [->|other]; [assumption|].
        apply below. lia.
      * lia.
    + split; [|assumption]. intro inside. apply set_of_spec in inside. congruence.
Qed.

Lemma mex_spec l : ~ In (mex l) l /\ forall u, (u < mex l)%N -> In u l.
Proof. apply mex_from_spec; [intros; lia|lia]. Qed.

(** * Values by definition *)

(** [values] holds what heaps m, m - 1, ..., 1 are worth; [sums i values] lists
    what i non-empty heaps of m tokens together may be worth. *)
Fixpoint sums (i : nat) (values : list N) : list N :=
  match i with
  | O => match values with [] => [0%N] | _ => [] end
  | S O => match values with [] => [] | v :: _ => [v] end
  | S i =>
      (fix splits (up down : list N) :=
         match up, down with
         | v :: up, _ :: down => map (N.lxor v) (sums i down) ++ splits up down
         | _, _ => []
         end) (rev_append values []) values
  end.

Definition parts (d : N) : list nat := seq 0 (N.to_nat (N.size d)).

(** What the options of a heap are worth whose digits are [c]; each step to the
    next digit removes one more token. *)
Fixpoint worths (c : code) (values : list N) : list N :=
  match c with
  | [] => []
  | d :: c =>
      flat_map (fun i => if N.testbit d (N.of_nat i) then sums i values else []) (parts d)
      ++ match values with [] => [] | _ :: values => worths c values end
  end.

Fixpoint table (c : code) (n : nat) : list N :=
  match n with
  | O => []
  | S n => let values := table c n in mex (worths c (0%N :: values)) :: values
  end.

(** The Grundy value of a heap. *)
Definition value (c : code) (n : nat) : N :=
  match n with O => 0%N | S _ => hd 0%N (table c n) end.

Fixpoint downto1 (m : nat) : list nat :=
  match m with O => [] | S m' => m :: downto1 m' end.

Lemma table_values c n : table c n = map (value c) (downto1 n).
Proof.
  induction n as [|n IH]; [reflexivity|]. cbn [downto1 map]. rewrite <- IH. reflexivity.
Qed.

Definition worth (f : nat -> N) (o : list nat) : N := nimsum (map f o).

Definition splitting (i m : nat) (o : list nat) : Prop :=
  length o = i /\ Forall (fun heap => 0 < heap) o /\ total o = m.

Lemma sums_spec f i m v :
  In v (sums i (map f (downto1 m))) <-> exists o, splitting i m o /\ worth f o = v.
Proof.
  revert m v. induction i as [|i IH]; intros m v.
  - cbn. destruct m as [|m]; cbn.
    + split.
      * intros [<-|[]]. exists []. now repeat split.
      * intros (o & (len & _) & <-). destruct o; [now left|discriminate].
    + split; [easy|]. intros (o & (len & _ & sum) & _). destruct o; discriminate.
  - destruct i as [|i].
    + destruct m as [|m]; cbn.
      * split; [easy|]. intros (o & (len & pos & sum) & _).
        destruct o as [|a [|]]; try discriminate.
        inversion pos; subst. cbn in sum. lia.
      * split.
        -- intros [<-|[]]. exists [S m]. repeat split.
           ++ constructor; [lia|constructor].
           ++ cbn. lia.
           ++ unfold worth. cbn. apply N.lxor_0_r.
        -- intros (o & (len & pos & sum) & <-).
           destruct o as [|a [|]]; try discriminate.
           left. cbn in sum. replace a with (S m) by lia.
           unfold worth. cbn. now rewrite N.lxor_0_r.
    + set (j := S i) in *.
      assert (up : forall m, rev (downto1 m) = seq 1 m).
      { clear. intro m. induction m as [|m IHm]; [reflexivity|].
        cbn [downto1 rev]. rewrite IHm, seq_S. reflexivity. }
      assert (splits : forall m first v,
        In v ((fix splits (up down : list N) :=
                 match up, down with
                 | v :: up, _ :: down => map (N.lxor v) (sums j down) ++ splits up down
                 | _, _ => []
                 end) (map f (seq first m)) (map f (downto1 m))) <->
        exists a o, first <= a < first + m /\ splitting j (m + first - 1 - a) o /\
                    0 < first + m /\
                    N.lxor (f a) (worth f o) = v).
      { clear m v. induction m as [|m IHm]; intros first v; cbn [seq map downto1].
        - split; [easy|]. intros (a & o & range & _). lia.
        - rewrite in_app_iff, IHm, in_map_iff. split.
          + intros [(w & <- & inside)|(a & o & range & split & pos & <-)].
            * apply IH in inside. destruct inside as (o & split & <-).
              exists first, o. replace (S m + first - 1 - first) with m by lia.
              repeat split; try apply split; try reflexivity; lia.
            * exists a, o. replace (S m + first - 1 - a) with (m + S first - 1 - a) by lia.
              repeat split; try apply split; try reflexivity; lia.
          + intros (a & o & range & split & pos & <-).
            destruct (Nat.eq_dec a first) as [->|other].
            * left. exists (worth f o). split; [reflexivity|]. apply IH.
              exists o. replace (S m + first - 1 - first) with m in split by lia. auto.
            * right. exists a, o.
              replace (S m + first - 1 - a) with (m + S first - 1 - a) in split by lia.
              repeat split; try apply split; try reflexivity; lia. }
      change (sums (S j) (map f (downto1 m))) with
        ((fix splits (up down : list N) :=
            match up, down with
            | v :: up, _ :: down => map (N.lxor v) (sums j down) ++ splits up down
            | _, _ => []
            end) (rev_append (map f (downto1 m)) []) (map f (downto1 m))).
      rewrite <- rev_alt, <- map_rev, up, splits. split.
      * intros (a & o & range & (len & pos & sum) & _ & <-).
        exists (a :: o). split; [|reflexivity]. split; [cbn; congruence|]. split.
        -- constructor; [lia|assumption].
        -- cbn. fold (total o). lia.
      * intros (o & (len & pos & sum) & <-).
        destruct o as [|a o]; [discriminate|].
        inversion pos; subst. cbn in len. injection len as len.
        assert (some : 0 < total o).
        { destruct o as [|b o]; [subst j; discriminate|].
          inversion H2; subst. cbn. lia. }
        cbn. fold (total o). exists a, o.
        repeat split; try assumption; try lia.
Qed.

Lemma parts_spec d i : N.testbit d (N.of_nat i) = true -> In i (parts d).
Proof.
  intro bit. unfold parts. apply in_seq. split; [lia|]. cbn.
  destruct (Nat.lt_ge_cases i (N.to_nat (N.size d))) as [|far]; [assumption|].
  rewrite N.bits_above_log2 in bit; [discriminate|].
  destruct (N.eq_dec d 0) as [->|nonzero].
  - rewrite N.bits_0 in bit. discriminate.
  - rewrite N.size_log2 in far by assumption. lia.
Qed.

Lemma worths_spec f c m v :
  In v (worths c (map f (downto1 m))) <-> exists o, option c m o /\ worth f o = v.
Proof.
  revert m. induction c as [|d c IH]; intro m.
  - split; [easy|]. intros (o & (k & d & digit & _) & _). destruct k; discriminate.
  - cbn [worths]. rewrite in_app_iff, in_flat_map.
    assert (here : (exists i, In i (parts d) /\
                     In v (if N.testbit d (N.of_nat i) then sums i (map f (downto1 m)) else []))
                   <-> exists o, N.testbit d (N.of_nat (length o)) = true /\
                         Forall (fun heap => 0 < heap) o /\ total o = m /\ worth f o = v).
    { split.
      - intros (i & _ & inside). destruct (N.testbit d (N.of_nat i)) eqn:bit; [|easy].
        apply sums_spec in inside. destruct inside as (o & (<- & pos & sum) & <-).
        exists o. auto.
      - intros (o & bit & pos & sum & <-). exists (length o).
        split; [now apply parts_spec|]. rewrite bit. apply sums_spec.
        exists o. now repeat split. }
    rewrite here. clear here. split.
    + intros [(o & bit & pos & sum & <-)|inside].
      * exists o. split; [|reflexivity]. exists 0, d. auto.
      * destruct m as [|m]; [easy|]. cbn in inside. apply IH in inside.
        destruct inside as (o & (k & d' & digit & bit & pos & sum) & <-).
        exists o. split; [|reflexivity]. exists (S k), d'.
        repeat split; try assumption. lia.
    + intros (o & (k & d' & digit & bit & pos & sum) & <-).
      destruct k as [|k].
      * left. cbn in digit. injection digit as ->. exists o. auto.
      * right. destruct m as [|m]; [lia|]. cbn. apply IH. exists o.
        split; [|reflexivity]. exists k, d'. repeat split; try assumption. lia.
Qed.

Lemma worth_same f g o : (forall heap, In heap o -> f heap = g heap) -> worth f o = worth g o.
Proof. intro same. unfold worth. f_equal. now apply map_ext_in. Qed.

(** [value] obeys the mex rule. *)
Lemma value_spec c n :
  proper c = true ->
  (forall o, option c n o -> worth (value c) o <> value c n) /\
  (forall u, (u < value c n)%N -> exists o, option c n o /\ worth (value c) o = u).
Proof.
  intro ok. destruct n as [|n].
  - split.
    + intros o (k & d & digit & bit & pos & sum).
      assert (empty : o = []).
      { destruct o as [|a o]; [reflexivity|]. inversion pos; subst. cbn in sum. lia. }
      subst o. cbn in sum. assert (k = 0) by lia. subst k.
      destruct c as [|d' c]; [discriminate|]. cbn in digit. injection digit as ->.
      cbn in ok. cbn in bit. rewrite bit in ok. discriminate.
    + cbn. intros u less. lia.
  - set (f := fun heap => if Nat.eqb heap (S n) then 0%N else value c heap).
    assert (shape : 0%N :: table c n = map f (downto1 (S n))).
    { cbn [downto1 map]. unfold f at 1. rewrite Nat.eqb_refl. f_equal.
      rewrite table_values. apply map_ext_in. intros heap inside.
      unfold f. destruct (Nat.eqb_spec heap (S n)) as [->|_]; [|reflexivity].
      exfalso. assert (bound : forall m, In (S n) (downto1 m) -> S n <= m).
      { induction m as [|m IHm]; cbn; [easy|]. intros [e|later]; [lia|].
        specialize (IHm later). lia. }
      specialize (bound n inside). lia. }
    assert (same : forall o, option c (S n) o -> worth f o = worth (value c) o).
    { intros o step. apply worth_same. intros heap inside.
      pose proof (part_less c (S n) o heap ok step inside).
      unfold f. destruct (Nat.eqb_spec heap (S n)) as [->|_]; [lia|reflexivity]. }
    assert (value c (S n) = mex (worths c (map f (downto1 (S n))))) as ->.
    { rewrite <- shape. reflexivity. }
    destruct (mex_spec (worths c (map f (downto1 (S n))))) as [absent below].
    split.
    + intros o step equal. apply absent. rewrite <- equal. apply worths_spec.
      exists o. auto.
    + intros u less. apply below in less. apply worths_spec in less.
      destruct less as (o & step & <-). exists o. split; [assumption|].
      symmetry. now apply same.
Qed.

Lemma Forall2_value c o : Forall2 (fun n v => value c n = v) o (map (value c) o).
Proof. induction o; constructor; auto. Qed.

Lemma Forall2_value_inv c o l : Forall2 (fun n v => value c n = v) o l -> l = map (value c) o.
Proof. induction 1; cbn; congruence. Qed.

Theorem value_is_grundy c n : proper c = true -> grundy nat (option c) n (value c n).
Proof.
  intro ok.
  apply (law_is_grundy nat (option c) (heaps_end c ok) (fun n v => value c n = v)).
  - intros p v o _ _. exists (map (value c) o). apply Forall2_value.
  - intros p v o l <- step all equal. apply Forall2_value_inv in all. subst l.
    now apply (proj1 (value_spec c p ok) o step).
  - intros p v u <- less.
    destruct (proj2 (value_spec c p ok) u less) as (o & step & sum).
    exists o, (map (value c) o). split; [assumption|]. split; [apply Forall2_value|exact sum].
  - reflexivity.
Qed.

Theorem lost_iff c heaps :
  proper c = true ->
  (lost nat (option c) heaps <-> nimsum (map (value c) heaps) = 0%N).
Proof.
  intro ok.
  apply (lost_iff_nimsum_0 nat (option c) (heaps_end c ok) (fun n v => value c n = v)).
  - intros p v o _ _. exists (map (value c) o). apply Forall2_value.
  - intros p v o l <- step all equal. apply Forall2_value_inv in all. subst l.
    now apply (proj1 (value_spec c p ok) o step).
  - intros p v u <- less.
    destruct (proj2 (value_spec c p ok) u less) as (o & step & sum).
    exists o, (map (value c) o). split; [assumption|]. split; [apply Forall2_value|exact sum].
  - apply Forall2_value.
Qed.

(** * Periods *)

(** The largest number of heaps that a move leaves, at least 1. *)
Definition most_parts (c : code) : nat :=
  fold_right Nat.max 1 (map (fun d => pred (N.to_nat (N.size d))) c).

Lemma most_parts_spec c n o : option c n o -> length o <= most_parts c.
Proof.
  intros (k & d & digit & bit & _). apply nth_error_In in digit.
  apply parts_spec in bit. unfold parts in bit. apply in_seq in bit. cbn in bit.
  unfold most_parts. induction c as [|e c IH]; [easy|]. cbn.
  destruct digit as [->|later]; [lia|]. specialize (IH later). lia.
Qed.

Lemma most_parts_positive c : 1 <= most_parts c.
Proof. unfold most_parts. induction c; cbn; lia. Qed.

Lemma large_part s m o :
  1 <= m -> length o <= s -> s * m <= total o -> o <> [] ->
  exists a x b, o = a ++ x :: b /\ m <= x.
Proof.
  intros positive few large nonempty.
  assert (some : exists x, In x o /\ m <= x).
  { destruct (Exists_dec (fun x => m <= x) o) as [yes|no].
    - intro x. destruct (le_dec m x); [left|right]; assumption.
    - apply Exists_exists in yes. destruct yes as (x & inside & big). eauto.
    - exfalso.
      assert (small : total o <= length o * (m - 1)).
      { clear - no positive. induction o as [|x o IH]; cbn; [lia|]. fold (total o).
        assert (x < m).
        { destruct (Nat.lt_ge_cases x m); [assumption|]. exfalso. apply no. now left. }
        assert (total o <= length o * (m - 1)).
        { apply IH. intro later. apply no. now right. }
        lia. }
      assert (0 < length o) by (destruct o; cbn; [easy|lia]).
      nia. }
  destruct some as (x & inside & big).
  destruct (in_split _ _ inside) as (a & b & ->). exists a, x, b. auto.
Qed.

Lemma length_middle {A} (a b : list A) x y : length (a ++ x :: b) = length (a ++ y :: b).
Proof. rewrite !app_length. reflexivity. Qed.

Lemma option_resized c n n' a x y b :
  option c n (a ++ x :: b) -> 0 < y -> n' + x = n + y ->
  option c n' (a ++ y :: b).
Proof.
  intros (k & d & digit & bit & pos & sum) positive moved.
  exists k, d. split; [assumption|].
  rewrite (length_middle a b y x). split; [assumption|]. split.
  - apply Forall_app in pos. destruct pos as [pa pb]. inversion pb; subst.
    apply Forall_app. split; [assumption|]. now constructor.
  - rewrite total_app in *. cbn in *. fold (total b) in *. lia.
Qed.

Theorem periodicity c start p :
  proper c = true ->
  1 <= start ->
  (forall n, start <= n < most_parts c * start + pred (most_parts c) * p + pred (length c) ->
     value c (n + p) = value c n) ->
  forall n, start <= n -> value c (n + p) = value c n.
Proof.
  intros ok positive window n. induction (lt_wf n) as [n _ IH]. intro from.
  set (s := most_parts c) in *. set (k := pred (length c)) in *.
  pose proof (most_parts_positive c) as s1. fold s in s1.
  destruct (Nat.lt_ge_cases n (s * start + pred s * p + k)) as [below|beyond].
  { apply window. lia. }
  assert (removed : forall m o, option c m o -> m <= k + total o).
  { intros m o (j & d & digit & _ & _ & sum).
    assert (j < length c) by (apply nth_error_Some; congruence). lia. }
  assert (up : forall o, option c n o ->
            exists o', option c (n + p) o' /\ worth (value c) o' = worth (value c) o).
  { intros o step.
    pose proof (removed n o step) as left_over.
    pose proof (most_parts_spec c n o step) as few. fold s in few.
    assert (nonempty : o <> []).
    { intros ->. cbn in left_over. nia. }
    destruct (large_part s start o) as (a & x & b & -> & big); try assumption; [nia|].
    exists (a ++ (x + p) :: b). split.
    - apply (option_resized c n (n + p) a x (x + p) b step); lia.
    - assert (x < n).
      { apply (part_less c n _ x ok step). apply in_app_iff. right. now left. }
      unfold worth. rewrite !map_app. cbn. rewrite IH by lia. reflexivity. }
  assert (down : forall o, option c (n + p) o ->
            exists o', option c n o' /\ worth (value c) o' = worth (value c) o).
  { intros o step.
    pose proof (removed (n + p) o step) as left_over.
    pose proof (most_parts_spec c (n + p) o step) as few. fold s in few.
    assert (nonempty : o <> []).
    { intros ->. cbn in left_over. nia. }
    assert (s * (start + p) = s * start + pred s * p + p) by nia.
    destruct (large_part s (start + p) o) as (a & x & b & -> & big); try assumption; [lia|lia|].
    exists (a ++ (x - p) :: b). split.
    - apply (option_resized c (n + p) n a x (x - p) b step); lia.
    - assert (x < n + p).
      { apply (part_less c (n + p) _ x ok step). apply in_app_iff. right. now left. }
      unfold worth. rewrite !map_app. cbn.
      rewrite <- (IH (x - p)) by lia. replace (x - p + p) with x by lia. reflexivity. }
  destruct (value_spec c n ok) as [differ reach].
  destruct (value_spec c (n + p) ok) as [differ' reach'].
  destruct (N.lt_trichotomy (value c (n + p)) (value c n)) as [less|[equal|less]]; [|assumption|].
  - destruct (reach _ less) as (o & step & sum).
    destruct (up o step) as (o' & step' & same).
    exfalso. apply (differ' o' step'). congruence.
  - destruct (reach' _ less) as (o & step & sum).
    destruct (down o step) as (o' & step' & same).
    exfalso. apply (differ o' step'). congruence.
Qed.

(** * The check *)

(** The values [first], then those of [block] again and again. *)
Definition repeating (first block : list N) (n : nat) : N :=
  if n <? length first then nth n first 0%N
  else nth ((n - length first) mod length block) block 0%N.

(** How many values decide: those of the heaps below this. *)
Definition needed (c : code) (first block : list N) : nat :=
  let s := most_parts c in
  s * Nat.max 1 (length first) + s * length block + pred (length c).

Fixpoint same (a b : list N) : bool :=
  match a, b with
  | [], [] => true
  | x :: a, y :: b => N.eqb x y && same a b
  | _, _ => false
  end.

Lemma same_spec a b : same a b = true -> a = b.
Proof.
  revert b. induction a as [|x a IH]; destruct b as [|y b]; cbn; try discriminate; [auto|].
  intro both. apply andb_true_iff in both. destruct both as [e r].
  apply N.eqb_eq in e. f_equal; auto.
Qed.

Definition check (c : code) (first block : list N) : bool :=
  let n := needed c first block in
  proper c && (0 <? length block) &&
  same (rev_append (table c n) []) (map (repeating first block) (seq 1 n)) &&
  N.eqb 0 (repeating first block 0).

Lemma repeating_period first block n :
  0 < length block -> length first <= n ->
  repeating first block (n + length block) = repeating first block n.
Proof.
  intros some from. unfold repeating.
  destruct (Nat.ltb_spec (n + length block) (length first)); [lia|].
  destruct (Nat.ltb_spec n (length first)); [lia|].
  f_equal. replace (n + length block - length first) with (n - length first + 1 * length block) by lia.
  apply Nat.mod_add. lia.
Qed.

(** If the check succeeds, the values of all heaps are known. *)
Theorem checked c first block :
  check c first block = true ->
  forall n, value c n = repeating first block n.
Proof.
  intro all. unfold check in all.
  apply andb_true_iff in all. destruct all as [all zero].
  apply andb_true_iff in all. destruct all as [all equal].
  apply andb_true_iff in all. destruct all as [ok some].
  apply Nat.ltb_lt in some. apply N.eqb_eq in zero. apply same_spec in equal.
  set (m := needed c first block) in *.
  assert (up : forall m, rev (downto1 m) = seq 1 m).
  { clear. intro m. induction m as [|m IHm]; [reflexivity|].
    cbn [downto1 rev]. rewrite IHm, seq_S. reflexivity. }
  rewrite <- rev_alt, table_values, <- map_rev, up in equal.
  assert (below : forall n, n <= m -> value c n = repeating first block n).
  { intros n inside. destruct n as [|n]; [exact zero|].
    assert (here : In (S n) (seq 1 m)) by (apply in_seq; lia).
    clear - equal here. induction (seq 1 m) as [|x l IH]; [easy|].
    cbn in equal. injection equal as e r. destruct here as [->|later]; auto. }
  set (start := Nat.max 1 (length first)) in *.
  set (p := length block) in *.
  pose proof (most_parts_positive c) as s1.
  assert (enough : most_parts c * start + pred (most_parts c) * p + pred (length c) + p <= m).
  { unfold m, needed. fold start. fold p. nia. }
  assert (period : forall n, start <= n -> value c (n + p) = value c n).
  { apply periodicity; [assumption|lia|].
    intros n range. rewrite !below by lia. apply repeating_period; lia. }
  intro n. induction (lt_wf n) as [n _ IH].
  destruct (Nat.le_gt_cases n m) as [small|large]; [now apply below|].
  assert (start + p <= n) by nia.
  replace n with (n - p + p) by lia.
  rewrite period by lia. rewrite IH by lia. symmetry.
  apply repeating_period; lia.
Qed.

Theorem checked_proper c first block : check c first block = true -> proper c = true.
Proof.
  unfold check. intro all.
  apply andb_true_iff in all. destruct all as [all _].
  apply andb_true_iff in all. destruct all as [all _].
  apply andb_true_iff in all. now destruct all.
Qed.

(** The value of a heap, for ever. *)
Theorem checked_grundy c first block :
  check c first block = true ->
  forall n v, grundy nat (option c) n v <-> v = repeating first block n.
Proof.
  intros all n v. pose proof (checked_proper _ _ _ all) as ok.
  pose proof (value_is_grundy c n ok) as is. rewrite (checked _ _ _ all) in is.
  split; [|now intros ->].
  intro also. now apply (grundy_unique nat (option c) (heaps_end c ok) n).
Qed.

(** Who wins, for any heaps whatever. *)
Theorem checked_lost c first block :
  check c first block = true ->
  forall heaps, lost nat (option c) heaps <-> nimsum (map (repeating first block) heaps) = 0%N.
Proof.
  intros all heaps. rewrite (lost_iff c heaps (checked_proper _ _ _ all)).
  rewrite (map_ext _ _ (checked c first block all)). reflexivity.
Qed.

(** The period. *)
Theorem checked_period c first block :
  check c first block = true ->
  forall n v, length first <= n ->
  (grundy nat (option c) (n + length block) v <-> grundy nat (option c) n v).
Proof.
  intros all n v from. rewrite !(checked_grundy _ _ _ all).
  rewrite repeating_period; [reflexivity| |assumption].
  unfold check in all. apply andb_true_iff in all. destruct all as [all _].
  apply andb_true_iff in all. destruct all as [all _].
  apply andb_true_iff in all. destruct all as [_ some]. now apply Nat.ltb_lt.
Qed.
