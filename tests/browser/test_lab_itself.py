"""JupyterLab before any component of ours: it opens quietly, clicks reach Python, and the cube's engine draws."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.harness import colours_in

BUTTON = """
import ipywidgets
button = ipywidgets.Button(description="Press me", tooltip="Press me")
answer = ipywidgets.Label("not yet")
button.on_click(lambda _: setattr(answer, "value", "pressed"))
box = ipywidgets.VBox([button, answer])
box.add_class("under-test")
box
"""

# Two things that pythreejs 2.4.2 needs: a light has its shadow named (left out, the browser reports "t.on is not a
# function"), and a mesh is turned by its quaternion (its rotation is not heeded).
CUBE = """
import pythreejs as three
cube = three.Mesh(three.BoxGeometry(2, 2, 2), three.MeshLambertMaterial(color="#c03030"))
cube.quaternion = (0.26, 0.28, 0.08, 0.92)
lamp = three.DirectionalLight(position=[3, 5, 4], intensity=0.7, shadow=three.DirectionalLightShadow())
camera = three.PerspectiveCamera(position=[0, 0, 6], aspect=1, children=[lamp])
scene = three.Scene(children=[cube, camera, three.AmbientLight(intensity=0.4)], background="#ffffff")
ipywidgets.VBox([three.Renderer(camera=camera, scene=scene, width=300, height=300)])
"""


def test_click_reaches_python_and_the_answer_comes_back(lab_page):
    lab = lab_page([BUTTON])
    lab.run_all()
    lab.page.get_by_role("button", name="Press me").click()
    expect(lab.output(0).get_by_text("pressed", exact=True)).to_be_visible()
    assert lab.cell_count() == 1


def test_pythreejs_draws_with_software_webgl(lab_page):
    lab = lab_page([BUTTON, CUBE])
    lab.run_all()
    canvas = lab.output(1).locator("canvas")
    expect(canvas).to_be_visible()
    lab.page.wait_for_timeout(500)  # one frame is drawn after the canvas stands
    picture = lab.screenshot("pythreejs-cube", canvas)
    # Three lit faces over a white ground: many shades where blank has one.
    assert colours_in(picture) >= 4


def test_pythreejs_draws_again_when_the_page_is_loaded_again(lab_page):
    lab = lab_page([BUTTON, CUBE])
    lab.run_all()
    expect(lab.output(1).locator("canvas")).to_be_visible()
    lab.save()
    lab.reload()
    canvas = lab.output(1).locator("canvas")
    expect(canvas).to_be_visible()
    lab.page.wait_for_timeout(500)
    assert colours_in(lab.screenshot("pythreejs-cube-reloaded", canvas)) >= 4


def test_axe_passes_a_button_with_words_and_finds_one_without_in_both_themes(lab_page):
    nameless = BUTTON.replace('description="Press me", tooltip="Press me"', "icon='check'")
    lab = lab_page([BUTTON, nameless.replace("under-test", "nameless")])
    lab.run_all()
    assert lab.axe(".under-test") == []
    findings = lab.axe(".nameless")
    assert [finding.split(" (")[0] for finding in findings] == ["light: button-name", "dark: button-name"]


def test_lab_opens_without_news_and_keeps_no_widget_state(lab_page):
    lab = lab_page([BUTTON], theme="dark")
    lab.run_all()
    lab.screenshot("lab-itself")
    expect(lab.page.get_by_text("Would you like to get notified")).to_have_count(0)
    lab.save()
    stored = lab.notebook.read_text(encoding="utf-8")
    assert '"execution_count": 1' in stored
    assert "widgets" not in stored.split('"metadata": {')[-1]
