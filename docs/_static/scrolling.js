// What scrolls sideways can be reached and scrolled with the keyboard.
const mark = () => {
  for (const box of document.querySelectorAll(".highlight pre, .table-wrapper, div.math, .drawing")) {
    if (box.scrollWidth > box.clientWidth) box.tabIndex = 0;
    else box.removeAttribute("tabindex");
  }
};
addEventListener("load", mark);
addEventListener("resize", mark);
