"""Which tests are left to the full suite, ``pytest -m full``.

What is not in its table is quick. Quick tests take five minutes together, and need the extra
``test`` and no other program: unit and property tests, and for each protocol, command, format and
request one that shows that it works. Full are

- browsers, windows, proxies, emulated machines, other people's programs, clusters, MPI, builds;
- killed processes, engines that hang, clients that flood a server, programs ended by signals;
- tools, the tutorial, and what needs the extra ``test-full``;
- what takes long.

Files are named without their folders: they may be moved.
"""

from collections import Counter
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path

import pytest

FULL = {
    # Browsers and windows.
    "test_page_*": "*",
    "test_faults": "*",
    "test_no_webassembly": "*",
    "test_quarry": "*",
    "test_site": "*",
    "test_xboard_window": "*",
    # Other machines, programs and processes.
    "test_book_on_cluster": "*",
    "test_emulated": "*",
    "test_games_on_cluster": "*",
    "test_mpi_search": "*",
    "test_other_machines": "*",
    "test_real_clients": "*",
    "test_sharing_workers": "*",
    "test_solve_on_cluster": "*",
    "test_with_edax": "*",
    # Builds and tools.
    "test_build": """
        an_editable_* missing_core* python_for_two_machines*
        read_only_install_from_another_folder sdist_* the_generic_core* the_machine_* the_v2_core*
        what_cannot_be_built wheel_* zipped_install
        """,
    "test_collection": "*",
    "test_fit_classic": "*",
    "test_fit_errors": "*",
    "test_installed_plugin": "*",
    "test_people_tools": "*",
    "test_research": "*",
    "test_shift_empties": "*",
    "test_versions": "the_figures_of_this_engine",
    "test_workflows": "*",
    # Kills, hangs and floods.
    "test_floods": "*",
    "test_kills": "*",
    "test_leaks": "*",
    "test_resume": "*",
    # What else takes long, or needs more.
    "test_adapters": "codingame_beats_random_moves",
    "test_any_lines": "*",
    "test_bases": "only_a_server_of_this_machine* uploads_have_limits",
    "test_bounded": "+an_endless_line_ends_each_command",
    "test_bounds": "+a_text_without_games_ends_early",
    "test_building": "a_killed_*",
    "test_calibration": "train_*",
    "test_cli": "any_words +every_command_has_help_with_an_example",
    "test_cli_ends": """
        a_long_search_says_how_far_it_is an_interrupt* +closed_from_the_start +signals
        """,
    "test_cli_games": "a_base_* the_*",
    "test_client": """
        +a_game_with_our_own_engine clocks_over_nboard +hardly_any_time_left_is_time_to_move
        +our_engine_starts_beside_another_folder_of_its_name +passes
        """,
    "test_client_faults": """
        a_cancelled_call* a_client_outlives_a_time_out a_closed_pipe
        +a_program_that_speaks_another_protocol_is_named a_time_out_ends_the_search
        an_answer_that_came_late_while_a_report_was_read_is_not_lost
        +an_engine_that_does_not_answer_is_given_up an_engine_that_does_not_come_up
        an_engine_that_will_not_leave_is_killed
        """,
    "test_clocks": "what_cannot_be_kept_ends_the_referee",
    "test_coarse_weights": "*",
    "test_compare": "with_another_signature with_itself",
    "test_compliance": "a_bot_* +a_fault_is_found an_engine_written_* our_engine_passes",
    "test_convert": "a_tree_that_branches_at_every_node",
    "test_convert_bytes": "+sgf_is_in_the_set_that_it_declares",
    "test_docs": "the_python_of_a_page_is_a_session the_tutorial_runs",
    "test_engine_stop": "+control_c_interrupts_a_search",
    "test_evaluators": "every_kind_of_pointer",
    "test_exchange": """
        +a_book_of_edax +a_book_of_egaroucid +a_spoiled_book
        """,
    "test_games": """
        *processor_time* +a_fault_costs_that_game_only a_fixed_time_a_move
        a_game_is_kept_as_soon_as_it_is_over a_match_by_processor_time
        a_search_by_processor_time_goes_on_while_others_have_the_core
        our_engine_keeps_to_a_short_clock
        """,
    "test_games_of_files": "+every_list_of_games_is_read_as_it_was_written",
    "test_gtp": "+each_move_is_answered_in_time",
    "test_interrupts": "+long_work_ends",
    "test_jobs": "a_job_that_kills_its_workers_is_named_and_no_other",
    "test_learning": "data_frames integers_of_two_types no_table_of_samples parquet_*",
    "test_long_searches": "+a_long_search_holds_up_nobody_and_says_the_same",
    "test_match": """
        a_file_that_may_not_grow a_match_ends_when_it_is_decided
        a_match_is_* a_match_that_did_not_start* a_tournament_rates_different_games
        killed_again_and_again the_other_files* the_same_seed*
        """,
    "test_measure": "every_table_can_be_measured measured_tables_are_of_this_search",
    "test_nboard": "+the_time_left_is_heeded",
    "test_one_judgement": "an_analysis_is_the_terminals*",
    "test_one_thread": """
        +answers_are_those_of_threads questions_are_answered_beside_a_search_of_all_moves
        """,
    "test_other_rules": "*",
    "test_partner": "a_game_with_openings_of_people the_score_stays_in_the_range_in_most_games",
    "test_move_text": "no_game_of_any_text_is_lost_or_altered",
    "test_patterns": "the_shipped_patterns_as_a_file_are_fitted_as_without",
    "test_play": "jitter_loses_no_game_on_time",
    "test_plots": "eval_command",
    "test_profile": "threads_lose_nothing twenty_processes_lose_nothing",
    "test_profiles": "a_hundred_profiles_at_once_lose_nothing the_usual_folder*",
    "test_plugins": "+a_broken_page_is_left_out +a_broken_plug_in_is_named_in_one_line",
    "test_progress": "a_figure_by_month",
    "test_protocol_games": "a_game_with_a_small_table_stays_small games",
    "test_protocol_process": """
        +a_flood_of_lines_during_a_search +a_search_ends_when_both_pipes_are_closed
        a_signal_while_replies_are_not_read +a_signal_while_searching quit_*
        +rubbish_is_one_short_error_line
        """,
    "test_puct": "a_model_* what_is_no_model",
    "test_puzzle_requests": "puzzles_are_chosen_by_what_is_at_stake",
    "test_puzzles": "make_prints_or_writes_a_set",
    "test_regression_gate": "*",
    "test_remote": "a_match_with_the_lag_subtracted",
    "test_requests": "an_idle_client_keeps_its_connection_alive",
    "test_rooms": "each_room_can_be_taken_out the_core_works_alone",
    "test_scaling": "plot",
    "test_scheduler": "a_long_search_goes_on_while_short_ones_pass",
    "test_secrets": "+a_short_password_spoils_nothing_of_our_own",
    "test_selfplay": "command_for_* files_that_lack*",
    "test_site_files": "the_package_*",
    "test_solver": "+order_and_table_do_not_matter +random_endgames_by_the_book +suites",
    "test_solver_limits": "+stopped_at_random +stopped_by_nodes +stopped_by_the_clock",
    "test_splitting": """
        a_killed_solve_goes_on any_endgames_in_parts +suites_in_parts
        """,
    "test_statistics": "error_rates",
    "test_stdio": "a_book_is_asked",
    "test_strangers": """
        a_body_that_never_comes* a_served_connection_waits_for_no_second_request_for_ever
        a_thousand_sockets_at_once requests_sent_one_behind_the_other_have_their_time
        strangers_never_keep_the_owner_out who_never_reads_is_cut_off
        """,
    "test_svg": "jupyter_shows_boards_and_pictures",
    "test_textbook": "+algorithms_agree +limits_are_watched_while_other_threads_still_search",
    "test_threads": """
        +a_search_stopped_at_random_has_a_legal_move
        +exact_scores_do_not_depend_on_the_number_of_threads
        nobody_joins_a_split_that_its_owner_leaves
        """,
    "test_tournament": """
        a_bad_engine_* an_engine_* killed_and_resumed other_players_do_not_go_on
        swiss_with_one_who_rests
        """,
    "test_train": """
        base_keeps_* phases_of_which_no_position_is_held_out plot
        probcut_command
        """,
    "test_tuning": "killed_and_resumed tuning",
    "test_typing": "mypy pyright",
    "test_ugi_go": "+go_under_every_option +go_with_limits_ends_by_itself",
    "test_ugi_session": "+the_log_has_both_directions +weights_from_a_file",
    "test_unpacking": """
        +boards_in_rows_are_read_too +games_are_read_as_windows_writes_them
        +games_are_read_from_gzip
        """,
    "test_web": """
        a_signal_ends_the_server_with_every_search a_signal_right_after_the_address_ends_the_server
        """,
}
"""The full tests of each file, without their ``test_``.

Of a test with a plus, which has many cases that take long, the first is quick.
"""


@cache
def names_of(file: str) -> list[str]:
    """Return what `FULL` says of a file, which is named without its ending."""
    return " ".join(names for files, names in FULL.items() if fnmatchcase(file, files)).split()


def is_full(file: str, test: str, case: int) -> bool:
    """Tell whether `FULL` names a test, of a file without its ending; the first case is 1."""
    return any(
        fnmatchcase(test, f"test_{name.lstrip('+')}") and (name[0] != "+" or case > 1)
        for name in names_of(file)
    )


@pytest.hookimpl(tryfirst=True)  # before pytest looks at -m
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the full tests. Those marked as slow are in neither suite."""
    cases: Counter[tuple[Path, str]] = Counter()
    for item in items:
        test = getattr(item, "originalname", "")
        cases[item.path, test] += 1
        if not item.get_closest_marker("slow") and (
            "browser" in getattr(item, "fixturenames", ())
            or is_full(item.path.stem, test, cases[item.path, test])
        ):
            item.add_marker(pytest.mark.full)
