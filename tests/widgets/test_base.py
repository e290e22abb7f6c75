"""What every component promises (W1-W10): one idiom, checked over all of them."""

from __future__ import annotations

import logging
import threading
from typing import Any

import pytest
from ipywidgets import Widget

import gmkit.widgets
from gmkit.errors import NotAllowed
from gmkit.widgets import base, look
from gmkit.widgets.base import GmWidget
from gmkit.words import plain, say
from tests.widgets.persons_fakes import people

MARKUP = "<img src=x onerror=alert(1)>"
SECRET = "the miller is a wolf"
KINDS = [
    "CharacterSheet",
    "CombatTracker",
    "Desk",
    "DiceRoller",
    "Handout",
    "HexMap",
    "TurnLedger",
    "WoundTrack",
    "ZoneCube",
    "ZoneOrders",
]
OF_THE_ZONE = ("ZoneCube", "ZoneOrders")
OF_PERSONS = ("CharacterSheet", "CombatTracker", "HexMap", "WoundTrack")


class Counter(GmWidget):
    """A component of a few lines: shows the turn, counts for Anna, and fails on demand."""

    title = say("Dice")

    def build(self) -> tuple[Widget, ...]:
        self.turn, self.count, self.fail = look.page(), look.button("main"), look.button()
        self.disabled_while_asking: list[bool] = []
        self.on_click(self.count, self._count, plain("counting"))
        self.on_click(self.fail, self._fail, plain("failing"))
        return (look.row(self.count, self.fail), self.turn)

    def draw(self, view: Any) -> None:
        self.name(self.count, plain("Count"))
        self.name(self.fail, plain("Fail"))
        self.turn.value = "" if view is None else f"{len(view.ledger)}"

    def still(self, view: Any) -> str:
        return "<p>still</p>"

    def _count(self) -> None:
        self.disabled_while_asking.append(bool(self.count.disabled))
        # A double click whose second half is handled inside the first.
        self.count.click()
        self.ask({"do": "count", "player": "Anna", "secret": True})
        self.tell(plain("Counted."))

    def _fail(self) -> None:
        raise ZeroDivisionError("by <nothing>")


@pytest.fixture
def full_campaign(request: pytest.FixtureRequest, campaign_with: Any) -> Any:
    """A campaign whose title, players and texts are markup; of the Zone for the components of the Zone."""
    kind = request.node.callspec.params["name"] if hasattr(request.node, "callspec") else ""
    players = [MARKUP, "Борис"]
    if kind in OF_THE_ZONE:
        players += ["Clara", "Dora", "Emil", "Fedor", "Greta", "Hans"]
    campaign = campaign_with(players=players, title=MARKUP, system=system_for(kind))
    if kind in OF_PERSONS:
        people(campaign, MARKUP, secret=f"{SECRET} {MARKUP}")
    campaign.roll("2d6", MARKUP, actor=MARKUP)
    campaign.ledger.add(f"{SECRET} {MARKUP}")
    campaign.tell(MARKUP, f"Hello {MARKUP}")
    return campaign


def system_for(kind: str) -> str:
    """Returns a system that has something to show in this component."""
    return "zone" if kind in OF_THE_ZONE else "alter_ego" if kind in OF_PERSONS else "counting"


def everything_synced(component: GmWidget) -> str:
    """All that a browser would receive, as one text."""
    found: dict[int, Widget] = {}
    base._walk(component, found)
    kept = ("_esm", "_css")
    return "\n".join(
        repr({name: value for name, value in widget.get_state().items() if name not in kept})
        for widget in found.values()
    )


def html_of(component: GmWidget) -> list[str]:
    found: dict[int, Widget] = {}
    base._walk(component, found)
    return [str(widget.value) for widget in found.values() if type(widget).__name__ == "HTML"]


def make(name: str, campaign: Any, viewer: str = "gm") -> GmWidget:
    kind = getattr(gmkit.widgets, name)
    options = {"parts": [f"{SECRET}, part two"]} if name == "Handout" else {}
    return kind(campaign, viewer, **options)


@pytest.mark.parametrize("viewer", ["gm", "public", MARKUP])
@pytest.mark.parametrize("name", KINDS)
class TestEveryComponent:
    def test_drawing_twice_changes_nothing_and_sends_nothing(self, full_campaign: Any, name: str, viewer: str) -> None:
        component = make(name, full_campaign, viewer)
        before = everything_synced(component)
        component.refresh()
        assert everything_synced(component) == before
        component.close()

    def test_its_repr_is_one_stable_line(self, full_campaign: Any, name: str, viewer: str) -> None:
        """W10."""
        component = make(name, full_campaign, viewer)
        assert repr(component) == f"{name}({MARKUP!r}, viewer={viewer!r})"
        assert component._repr_mimebundle_()["text/plain"] == repr(component)
        assert "\n" not in repr(component)
        component.close()

    def test_markup_from_people_stays_text(self, full_campaign: Any, name: str, viewer: str) -> None:
        """W7, C135."""
        component = make(name, full_campaign, viewer)
        for html in (*html_of(component), component._repr_mimebundle_()["text/html"]):
            assert "<img src=x" not in html
        component.close()

    def test_close_leaves_no_widget_behind(self, full_campaign: Any, live_models: Any, name: str, viewer: str) -> None:
        """W2: layouts and styles too."""
        before = live_models()
        component = make(name, full_campaign, viewer)
        component.close()
        component.close()
        assert live_models() == before
        full_campaign.ledger.add("after the close")

    def test_nothing_reaches_the_browser_that_the_viewer_was_not_told(
        self, full_campaign: Any, name: str, viewer: str
    ) -> None:
        """W1: neither the live traits nor the still picture holds it."""
        component = make(name, full_campaign, viewer)
        shown = everything_synced(component) + component._repr_mimebundle_()["text/html"]
        if viewer == "gm":
            assert SECRET in shown or name in ("DiceRoller", *OF_THE_ZONE)
        else:
            assert SECRET not in shown
        component.close()

    def test_only_the_gm_changes_anything_whatever_a_viewer_presses(
        self, full_campaign: Any, name: str, viewer: str
    ) -> None:
        """C091, C111: a hidden button is no lock, for its message can come all the same."""
        if viewer == "gm":
            return
        full_campaign.ledger.add("undone, so that there is something to bring back")
        full_campaign.undo()
        file = full_campaign.path / "campaign.json"
        before = file.read_bytes()
        component = make(name, full_campaign, viewer)
        pressed = 0
        for part in (component, *getattr(component, "components", ())):
            found: dict[int, Widget] = {}
            base._walk(part, found)
            for widget in found.values():
                if type(widget).__name__ in ("Text", "Textarea"):
                    widget.value = "X+"
            for widget in found.values():
                if type(widget).__name__ == "Button":
                    widget.click()
                    pressed += 1
        assert file.read_bytes() == before
        assert pressed > 0 or name not in ("Desk", "TurnLedger", "ZoneOrders")
        component.close()

    def test_five_hundred_refreshes_leave_no_model(
        self, full_campaign: Any, live_models: Any, name: str, viewer: str
    ) -> None:
        """W9, W2."""
        component = make(name, full_campaign, viewer)
        before = live_models()
        children = list(map(id, component.children))
        for _ in range(500):
            component.refresh()
        assert live_models() == before
        assert list(map(id, component.children)) == children
        component.close()

    def test_every_control_has_a_name(self, full_campaign: Any, name: str, viewer: str) -> None:
        """W6."""
        component = make(name, full_campaign, viewer)
        found: dict[int, Widget] = {}
        base._walk(component, found)
        controls = [widget for widget in found.values() if widget.has_trait("description")]
        nameless = [widget for widget in controls if not widget.description and type(widget).__name__ != "HTML"]
        assert nameless == []
        assert component.guard.label
        component.close()


@pytest.mark.parametrize("name", KINDS)
def test_it_works_without_a_campaign_too(name: str, live_models: Any) -> None:
    before = live_models()
    component = getattr(gmkit.widgets, name)()
    assert repr(component) == f"{name}(viewer='gm')"
    assert "text/html" in component._repr_mimebundle_()
    component.close()
    assert live_models() == before


@pytest.mark.parametrize("name", KINDS)
def test_every_component_speaks_russian(campaign_with: Any, name: str) -> None:
    players = ["Аня", "Боря", "Вера", "Гена", "Даша", "Егор", "Женя", "Зоя"]
    system = system_for(name)
    component = make(name, campaign_with(players=players[: 8 if system == "zone" else 2], lang="ru", system=system))
    found: dict[int, Widget] = {}
    base._walk(component, found)
    labels = [widget.description for widget in found.values() if widget.has_trait("description") and widget.description]
    with_latin_words = [label for label in labels if any("a" <= letter <= "z" for letter in label.lower())]
    # Dice are written as they are in either language.
    assert [
        label
        for label in with_latin_words
        if label not in ("4dF", "[4dF]", "2d6-d6", "2d6", "3d6", "d6", "d20", "d%", "Время (UTC)")
    ] == []
    component.close()


def test_one_click_is_one_command(campaign_with: Any) -> None:
    """W4: the button is off until the answer, and a second click inside the first adds nothing."""
    campaign = campaign_with()
    counter = Counter(campaign)
    before = len(campaign.ledger)
    counter.count.click()
    assert counter.disabled_while_asking == [True]
    assert not counter.count.disabled
    assert len(campaign.ledger) == before + 1
    assert counter.guard.answers == 1
    counter.close()


def test_each_command_has_an_id_of_its_own(campaign_with: Any) -> None:
    campaign = campaign_with()
    one, two = Counter(campaign), Counter(campaign)
    ids = [one.new_id(), one.new_id(), two.new_id()]
    assert len(set(ids)) == 3
    one.count.click()
    two.count.click()
    stored = [document["id"] for document in campaign.db.table("ledger").all() if document["do"][0]["do"] == "count"]
    assert len(set(stored)) == 2
    # The same id with the same content is the record, and adds nothing.
    before = len(campaign.ledger)
    campaign.do({"do": "count", "player": "Anna", "secret": True}, id=stored[0])
    assert len(campaign.ledger) == before
    one.close()
    two.close()


def test_a_refusal_stands_in_place_with_what_why_and_what_was_kept(campaign_with: Any) -> None:
    """W3."""
    campaign = campaign_with()
    counter = Counter(campaign)
    for _ in range(3):
        counter.count.click()
    before = len(campaign.ledger)
    counter.count.click()
    assert 'role="alert"' in counter.notice.value
    assert "Not done: counting." in counter.notice.value
    assert "Anna has counted to three in secret already." in counter.notice.value
    assert "Nothing was changed" in counter.notice.value
    assert len(campaign.ledger) == before
    counter.close()


def test_all_reasons_of_a_refusal_are_listed() -> None:
    counter = Counter()
    counter.refuse(NotAllowed(say("First {name}.", name="<b>"), say("Second.")))
    assert "<li" in counter.notice.value
    assert "First &lt;b&gt;." in counter.notice.value
    assert "Second." in counter.notice.value
    counter.close()


def test_an_unexpected_error_is_shown_in_place_and_logged(swallowed_errors: Any) -> None:
    """W3: one sentence on the page, the traceback in the log; the button works again."""
    counter = Counter()
    counter.fail.click()
    assert 'role="alert"' in counter.notice.value
    assert "This went wrong: failing." in counter.notice.value
    assert "ZeroDivisionError: by &lt;nothing&gt;" in counter.notice.value
    logged = [record for record in swallowed_errors if record.name == "gmkit.widgets.base"]
    assert [record.exc_info[0] for record in logged] == [ZeroDivisionError]
    assert not counter.fail.disabled
    swallowed_errors.clear()
    counter.close()


def test_handlers_swallow_nothing_under_test(swallowed_errors: Any) -> None:
    counter = Counter()
    with pytest.raises(ZeroDivisionError):
        counter._attempt(counter._fail, "", None)
    swallowed_errors.clear()
    counter.close()


def test_in_play_the_page_says_it_and_play_goes_on(swallowed_errors: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(base, "RERAISE", False)
    counter = Counter()
    counter._attempt(counter._fail, "", None)
    assert "Something went wrong." in counter.notice.value
    assert counter.guard.answers == 1
    assert len(swallowed_errors) == 1
    swallowed_errors.clear()
    counter.close()


def test_a_click_in_a_thread_waits_for_what_goes_on(campaign_with: Any) -> None:
    """JupyterLab handles clicks in a kernel subshell, a thread beside the one in which cells run."""
    campaign = campaign_with()
    counter = Counter(campaign)
    before = len(campaign.ledger)
    with counter._lock:
        thread = threading.Thread(target=counter.count.click)
        thread.start()
        thread.join(0.1)
        assert thread.is_alive()
        assert len(campaign.ledger) == before
    thread.join(5)
    assert not thread.is_alive()
    assert len(campaign.ledger) == before + 1
    counter.close()


def test_it_follows_what_another_cell_does(campaign_with: Any) -> None:
    campaign = campaign_with()
    counter = Counter(campaign)
    before = int(counter.turn.value)
    campaign.ledger.add("from a cell")
    assert int(counter.turn.value) == before + 1
    counter.close()
    campaign.ledger.add("nobody looks")


def test_it_follows_what_another_kernel_does(campaign_with: Any) -> None:
    campaign = campaign_with()
    counter = Counter(campaign)
    before = int(counter.turn.value)
    with gmkit.open(campaign.path) as other:
        other.ledger.add("from another kernel")
    campaign.refresh()
    assert int(counter.turn.value) == before + 1
    counter.close()


def test_an_unknown_viewer_is_refused_and_leaves_nothing(campaign_with: Any, live_models: Any) -> None:
    campaign = campaign_with()
    before = live_models()
    with pytest.raises(NotAllowed, match="Nobody"):
        Counter(campaign, "Nobody")
    assert live_models() == before


def test_the_still_picture_asks_no_host_and_runs_no_script(full_campaign: Any) -> None:
    """W8."""
    for name in ("Desk", "DiceRoller", "Handout", "TurnLedger"):
        component = make(name, full_campaign)
        html = component._repr_mimebundle_()["text/html"]
        assert "<script" not in html
        assert "http" not in html
        component.close()
        # Closed, the picture is still there, the view is not.
        assert "application/vnd.jupyter.widget-view+json" not in component._repr_mimebundle_()


def test_the_front_end_part_loads_nothing_from_elsewhere() -> None:
    from gmkit.widgets.key_guard import front_end

    for file in ("key_guard.js", "look.css", "still.css"):
        text = front_end(file)
        assert "http" not in text
        assert "import " not in text
        assert "url(" not in text


def test_logging_is_quiet_in_ordinary_play(campaign_with: Any, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG, logger="gmkit")
    campaign = campaign_with()
    component = make("Desk", campaign)
    campaign.roll("2d6")
    component.close()
    assert [record.getMessage() for record in caplog.records if record.name.startswith("gmkit")] == []
