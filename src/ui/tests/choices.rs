//! Boxes that drop a list down, on whatever page: what is taken by Enter leaves the keyboard where it is.

use egui::{Key, Role};
use egui_kittest::{
    Node,
    kittest::{NodeT as _, Queryable as _},
};

use super::*;

fn label(node: &Node<'_>) -> String {
    node.accesskit_node().label().unwrap_or_default()
}

impl Driver {
    fn choices(&self) -> Vec<String> {
        let boxes = self.harness.query_all_by_role(Role::ComboBox);
        let boxes = boxes.filter(|node| !node.accesskit_node().is_disabled());
        boxes.map(|node| label(&node)).collect()
    }

    /// Takes another value in each box of what is shown. How many there are.
    fn take_in_each_choice(&mut self, what: &str) -> usize {
        let names = self.choices();
        for name in &names {
            let mut boxes = self.harness.query_all_by_role(Role::ComboBox);
            // One that has come or gone with the value of another.
            let Some(found) = boxes.find(|node| label(node) == *name) else {
                continue;
            };
            found.focus();
            drop(boxes);
            self.settle();
            for key in [Key::F4, Key::ArrowDown, Key::Enter] {
                self.press(key);
            }
            let mut boxes = self.harness.query_all_by_role(Role::ComboBox);
            let has_keyboard = boxes.any(|node| label(&node) == *name && node.is_focused());
            assert!(has_keyboard, "{what}: {name}");
        }
        names.len()
    }
}

#[test]
fn enter_in_a_list_that_has_dropped_down_leaves_the_keyboard_in_its_box() {
    let mut taken = 0;
    for spec in pages::ALL {
        let mut driver = Driver::with_sample();
        driver.app().send(Action::Go(spec.page.into()));
        driver.settle();
        taken += driver.take_in_each_choice(spec.page.title);
    }
    assert!(taken > 5, "{taken}");
}

#[test]
fn enter_in_a_choice_of_any_print_leaves_the_keyboard_in_its_box() {
    let mut driver = Driver::with_sample();
    driver.go(Page::PRINTS);
    driver.focus("What to print");
    driver.press(Key::Home);
    let mut taken = 0;
    for print in 0..crate::report::Print::ALL.len() {
        taken += driver.take_in_each_choice(&format!("print {print}"));
        driver.focus("What to print");
        driver.press(Key::ArrowDown);
    }
    assert!(taken > 20, "{taken}");
}
